# shellcheck shell=bash
# SPDX-FileCopyrightText: 2026 The Kneepoint developers
# SPDX-License-Identifier: GPL-3.0-or-later

# Shared by .ci/run and .ci/nightly: stages with their times, and a summary at the end, whatever happens.
source "$(dirname "${BASH_SOURCE[0]}")/../scripts/common.sh"

finished=()
current=packages
# Where ctest says what failed, once a run of it has not come to an end.
failed_tests=
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

# Runs tests of a preset: run_tests PRESET [arguments of ctest]
run_tests() {
    failed_tests=build/$1/Testing/Temporary
    ctest --preset "$1" "${@:2}" --parallel "$(nproc)" --no-tests=error
    failed_tests=
}

# The lines of failed tests that say why, where they are found first: at the end.
why_tests_failed() {
    local name
    while IFS=: read -r _ name; do
        printf '%s:\n' "$name"
        sed -n "\\|Testing: $name\$|,/^end time:/p" "$failed_tests/LastTest.log" |
            grep -aE '^FAIL|^ +Loc:|^ +(Actual|Expected) |E(RROR|rror): |fatal error|runtime error|signal|terminate' | head -n 8 || true
    done <"$failed_tests/LastTestsFailed.log"
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
    [[ ! -f $failed_tests/LastTestsFailed.log ]] || why_tests_failed
}
trap summary EXIT

# Builds the tests of some folders in a preset and runs them: tested PRESET FOLDER...
tested() {
    local preset=$1 folders
    shift
    folders=$(IFS='|' && printf '%s' "$*")
    build_preset "$preset" --target "${@/%/_tests}"
    run_tests "$preset" -R "^($folders)/"
}
