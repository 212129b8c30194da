# SPDX-FileCopyrightText: 2026 The Kneepoint developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs the jobs of kneepoint.shards on a Dask cluster (package python3-distributed)."""
import json
import os
import pathlib
import sys
from typing import Any, Callable, Dict, Optional

from distributed import Client, as_completed

from kneepoint.shards import token


def show_progress(done: int, total: int) -> None:
    """Writes "3 of 8 shards" to the terminal, on one line."""
    end = "\n" if done == total else ""
    print(f"\r{done} of {total} shards", end=end, file=sys.stderr, flush=True)


def _saved_parts(folder: pathlib.Path, name: str, shards: int) -> Dict[int, Any]:
    files = {i: folder / f"{name}-{i}.json" for i in range(1, shards + 1)}
    return {i: json.loads(file.read_text()) for i, file in files.items() if file.exists()}


def _save(file: pathlib.Path, part: Any) -> None:
    unfinished = file.with_suffix(".unfinished")
    unfinished.write_text(json.dumps(part))
    os.replace(unfinished, file)


def run(
    client: Client,
    job: Any,
    shards: int,
    *,
    folder: Optional[os.PathLike] = None,
    progress: Callable[[int, int], None] = show_progress,
    retries: int = 3,
) -> Any:
    """Computes all shards of a job on the cluster and merges them.

    Each shard is gathered as soon as it is finished. The shards that a lost worker had begun are computed by the other
    workers. With a folder, each part is also saved there, and a run that was interrupted continues with the missing
    ones. Every shard is merged exactly once.
    """
    name = token(job, shards)
    parts: Dict[int, Any] = {}
    if folder is not None:
        folder = pathlib.Path(folder)
        folder.mkdir(parents=True, exist_ok=True)
        parts = _saved_parts(folder, name, shards)
    progress(len(parts), shards)
    missing = [i for i in range(1, shards + 1) if i not in parts]
    futures = {
        client.submit(job.compute, i, shards, key=f"kneepoint-{name}-{i}", pure=False, retries=retries): i
        for i in missing
    }
    for future, part in as_completed(futures, with_results=True):
        shard = futures.pop(future)
        parts[shard] = part
        if folder is not None:
            _save(folder / f"{name}-{shard}.json", part)
        progress(len(parts), shards)
    return job.merge([parts[i] for i in range(1, shards + 1)])
