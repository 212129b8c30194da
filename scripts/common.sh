# shellcheck shell=bash
# SPDX-FileCopyrightText: 2026 The Kneepoint developers
# SPDX-License-Identifier: GPL-3.0-or-later

# Shared by the scripts of this folder. Source it first: it stops at errors and changes to the project's root.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

# Enough for all presets several times over.
export CCACHE_MAXSIZE=${CCACHE_MAXSIZE:-5G}

say() { printf '\n== %s\n' "$*"; }
fail() {
    printf '%s\n' "$*" >&2
    exit 1
}

# Packages of the given purposes that are not installed.
missing_packages() {
    local purposes=" $* " purpose package release this_release
    this_release=$(. /etc/os-release && printf '%s' "${VERSION_CODENAME:-}")
    while read -r purpose package release; do
        [[ $purposes == *" $purpose "* && (-z $release || $release == "$this_release") ]] || continue
        [[ $(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null) == installed ]] || printf '%s\n' "$package"
    done <scripts/packages.txt
}

# Installs the missing packages of the given purposes; without the right to, lists them and stops.
install_packages() {
    command -v dpkg-query >/dev/null || fail "These scripts install Debian packages; elsewhere see scripts/packages.txt for what to install."
    local missing as_root=()
    mapfile -t missing < <(missing_packages "$@")
    ((${#missing[@]})) || return 0
    if ((EUID != 0)); then
        command -v sudo >/dev/null || fail "Missing packages. As root, run: apt-get install --no-install-recommends ${missing[*]}"
        as_root=(sudo)
    fi
    say "Installing ${missing[*]}"
    local install=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}")
    # Package lists may be absent or stale: refresh them only when the first try fails.
    "${install[@]}" >/dev/null 2>&1 && return 0
    "${as_root[@]}" apt-get update -qq
    "${install[@]}" >/dev/null || fail "These packages could not be installed: ${missing[*]}"
}

# The last commit that passed .ci/run on this machine.
passed=${XDG_CACHE_HOME:-$HOME/.cache}/kneepoint/passed

# The commit that a change is compared with, or nothing: BASE, the common ancestor with the upstream branch, or in a clone,
# where that is the commit itself, the last one that passed.
base_commit() {
    local base
    base=${BASE:-$(git merge-base HEAD '@{upstream}' 2>/dev/null)} || true
    [[ ${BASE:-} || ($base && $base != "$(git rev-parse HEAD)") ]] || base=$(cat "$passed" 2>/dev/null) || true
    if [[ $base ]] && git merge-base --is-ancestor "$base" HEAD 2>/dev/null; then
        git rev-parse "$base^{commit}"
    fi
}

# Keeps the commit that is checked out, if nothing is changed, as the last that passed.
note_passed() {
    [[ -z $(git status --porcelain) ]] || return 0
    mkdir -p "$(dirname "$passed")"
    git rev-parse HEAD >"$passed"
}

# Whether a file of these paths differs from the base, or there is no base: changed PATH...
changed() {
    local base
    base=$(base_commit)
    [[ -z $base ]] || ! git diff --quiet "$base" -- "$@" || [[ $(git ls-files --others --exclude-standard -- "$@") ]]
}

# Configures and builds a preset: build_preset NAME [arguments of cmake --build]
build_preset() {
    local preset=$1
    shift
    say "Building $preset"
    cmake --preset "$preset" --log-level=WARNING
    cmake --build --preset "$preset" --parallel "$(nproc)" "$@"
}
