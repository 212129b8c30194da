# shellcheck shell=bash
# SPDX-FileCopyrightText: 2026 The Kneepoint developers
# SPDX-License-Identifier: GPL-3.0-or-later

# Shared by the scripts of this folder. Source it first: it stops at errors and changes to the project's root.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

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

# Configures and builds a preset: build_preset NAME [arguments of cmake --build]
build_preset() {
    local preset=$1
    shift
    say "Building $preset"
    cmake --preset "$preset" --log-level=WARNING
    cmake --build --preset "$preset" --parallel "$(nproc)" "$@"
}
