# SPDX-FileCopyrightText: 2026 The Kneepoint developers
# SPDX-License-Identifier: GPL-3.0-or-later

# Before packing: every file has the time of the commit and the same permissions whatever the umask, so the same commit
# gives the same bytes.
execute_process(
  COMMAND sh -c "find . -mindepth 1 -exec touch -h -d @$SOURCE_DATE_EPOCH {} + && chmod -R u+rwX,go+rX,go-w ."
  WORKING_DIRECTORY "${CPACK_TEMPORARY_DIRECTORY}" COMMAND_ERROR_IS_FATAL ANY)
