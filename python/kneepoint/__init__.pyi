# SPDX-FileCopyrightText: 2026 The Kneepoint developers
# SPDX-License-Identifier: GPL-3.0-or-later
import os
from typing import Any, Dict, List, Mapping, Optional, Protocol, Sequence, Union

import numpy as np
import numpy.typing as npt

from kneepoint.ids import GpuId, InterconnectId, MetricId, ParameterId, ScenarioId

__version__: str

_Path = Union[str, "os.PathLike[str]"]
# Editors complete the ids; any text is accepted.
_Parameter = Union[ParameterId, str]
_Metric = Union[MetricId, str]
# A text with a unit, a number in the base unit, or a flag.
_Value = Union[str, float, bool]

class _Table(Protocol):
    """A dict of columns or a pandas.DataFrame."""
    def items(self) -> Any: ...

class Error(ValueError):
    """Why an input was rejected: one sentence with the place, and how to fix it."""
    place: Optional[str]
    range: Optional[str]

class Scenario:
    """A training job and its cluster. Immutable, so that threads can share it."""
    @property
    def id(self) -> str: ...
    @property
    def title(self) -> str: ...
    @property
    def about(self) -> str: ...
    @property
    def adjusted(self) -> str: ...
    def set(self, values: Mapping[_Parameter, _Value], *, keep_whole: bool = ...) -> Scenario: ...
    def __getitem__(self, parameter: _Parameter) -> _Value: ...
    def values(self) -> Dict[_Parameter, _Value]: ...
    def to_json(self) -> str: ...
    def evaluate(self, *, auto: bool = ...) -> Dict[str, Any]: ...
    def scale(self, *, k: Union[None, float, Sequence[float]] = ...) -> Dict[str, Any]: ...
    def diagnose(self) -> Dict[str, Any]: ...
    def roofline(self) -> Dict[str, Any]: ...
    def analyze(self) -> Dict[str, Dict[str, Any]]: ...
    def search(
        self,
        *,
        objective: _Metric = ...,
        top: int = ...,
        pareto: Sequence[_Metric] = ...,
        free: Sequence[_Parameter] = ...,
        fix: Mapping[_Parameter, Union[_Value, Sequence[_Value]]] = ...,
        limits: Sequence[str] = ...,
        why: Mapping[_Parameter, _Value] = ...,
        headroom: float = ...,
        noise: float = ...,
        threads: int = ...,
        exhaustive: bool = ...,
        alike: bool = ...,
        shard: str = ...,
    ) -> Dict[str, Any]: ...
    def plan(
        self,
        *,
        deadline: Union[None, str, float] = ...,
        budget: Union[None, str, float] = ...,
        power: Union[None, str, float] = ...,
        chance: Union[None, str, float] = ...,
        gpus: Sequence[Union[GpuId, str]] = ...,
        networks: Sequence[Union[InterconnectId, str]] = ...,
        prices: Mapping[Union[GpuId, str], float] = ...,
        price_file: Optional[_Path] = ...,
        max_gpus: float = ...,
        threads: int = ...,
        shard: str = ...,
    ) -> Dict[str, Any]: ...
    def calibrate(self, runs: Any, *, name: str = ...) -> Dict[str, Any]: ...

def scenario(id_or_path: Union[ScenarioId, _Path]) -> Scenario: ...
def evaluate_many(
    scenario: Scenario, table: _Table, *, metrics: Optional[Sequence[_Metric]] = ...
) -> Dict[str, npt.NDArray[np.float64]]: ...
def sweep(
    spec: Union[Mapping[str, Any], _Path], *, shard: str = ..., threads: int = ...
) -> Dict[str, List[Any]]: ...
def parameters() -> List[Dict[str, Any]]: ...
def metrics() -> List[Dict[str, Any]]: ...
def presets(library: str = ...) -> List[Dict[str, Any]]: ...
