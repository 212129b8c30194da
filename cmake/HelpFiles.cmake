# SPDX-FileCopyrightText: 2026 The Kneepoint developers
# SPDX-License-Identifier: GPL-3.0-or-later

# Script that has PROGRAM write its manual pages and completion scripts into FOLDER, laid out as under share.
function(run output)
  execute_process(COMMAND "${PROGRAM}" ${ARGN} OUTPUT_FILE "${output}" COMMAND_ERROR_IS_FATAL ANY)
endfunction()

file(REMOVE_RECURSE "${FOLDER}")
file(MAKE_DIRECTORY "${FOLDER}/man/man1" "${FOLDER}/bash" "${FOLDER}/zsh" "${FOLDER}/fish")
run("${FOLDER}/bash/kneepoint" completion bash)
run("${FOLDER}/zsh/_kneepoint" completion zsh)
run("${FOLDER}/fish/kneepoint.fish" completion fish)
execute_process(COMMAND "${PROGRAM}" manual -o "${FOLDER}/man/man1" COMMAND_ERROR_IS_FATAL ANY)
file(GLOB pages "${FOLDER}/man/man1/*.1")
execute_process(COMMAND gzip -9n ${pages} COMMAND_ERROR_IS_FATAL ANY)
