# shellcheck shell=bash
# SPDX-FileCopyrightText: 2026 The Kneepoint developers
# SPDX-License-Identifier: GPL-3.0-or-later

# Shared by .ci/run and .ci/nightly: stages with their times, and a summary at the end, whatever happens.
source "$(dirname "${BASH_SOURCE[0]}")/../scripts/common.sh"

finished=()
current=packages
# One line for each call of the compiler cache.
CCACHE_STATSLOG=$(mktemp)
export CCACHE_STATSLOG

# Runs a stage and notes its time: stage NAME COMMAND...
stage() {
    local started=$SECONDS
    current=$1
    say "$current"
    "${@:2}"
    finished+=("$(printf '%5d s  %s' $((SECONDS - started)) "$current")")
    printf '%s\n' "${finished[-1]}"
}

# How many of the cacheable compilations the compiler cache answered.
cache_hits() {
    local hits misses
    hits=$(grep -cE '^(direct|preprocessed)_cache_hit$' "$CCACHE_STATSLOG") || true
    misses=$(grep -cx 'cache_miss' "$CCACHE_STATSLOG") || true
    printf '         ccache: %d of %d compilations from the cache\n' "$hits" $((hits + misses))
}

summary() {
    local status=$?
    say "Summary"
    ((${#finished[@]} == 0)) || printf '%s\n' "${finished[@]}"
    cache_hits
    rm -f "$CCACHE_STATSLOG"
    ((status == 0)) || current="FAILED: $current"
    ((status != 0)) || current="all passed"
    printf '%5d s  %s\n' "$SECONDS" "$current"
}
trap summary EXIT

# Builds the tests of some folders in a preset and runs them: tested PRESET FOLDER...
tested() {
    local preset=$1 folders
    shift
    folders=$(IFS='|' && printf '%s' "$*")
    build_preset "$preset" --target "${@/%/_tests}"
    ctest --preset "$preset" -R "^($folders)/" --parallel "$(nproc)" --no-tests=error
}
