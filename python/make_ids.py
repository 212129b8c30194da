# SPDX-FileCopyrightText: 2026 The Kneepoint developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes kneepoint/ids.py, the types of all ids, from the catalogues of the module that was just built."""
import pathlib
import sys

HEAD = '''# SPDX-FileCopyrightText: 2026 The Kneepoint developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Types of the ids of parameters, figures and presets. Made from the catalogues when the module is built."""
from typing import Literal, Optional, TypedDict

'''


def literal(name, about, entries):
    lines = [f"    {entry['id']!r},  # {note}" if note else f"    {entry['id']!r}," for entry, note in entries]
    return "\n".join([f"#: {about}", f"{name} = Literal[", *lines, "]", "", ""])


def parameter_note(parameter):
    unit = f", numbers in {parameter['unit']}" if parameter["unit"] else ""
    return parameter["label"] + unit


def main(package):
    sys.path.insert(0, package)
    import _engine

    parameters = [(p, parameter_note(p)) for p in _engine.parameters()]
    metrics = [(m, f"{m['label']}{', ' + m['unit'] if m['unit'] else ''}") for m in _engine.metrics()]
    text = HEAD
    text += literal("ParameterId", "Parameters of a scenario.", parameters)
    text += literal("MetricId", "Figures.", metrics)
    for library, name in (("scenarios", "ScenarioId"), ("machines", "MachineId"), ("gpus", "GpuId"), ("interconnects", "InterconnectId")):
        text += literal(name, f"Shipped {library}.", [(p, p.get("title", p.get("name"))) for p in _engine.presets(library)])
    evaluation = _engine.scenario(_engine.presets()[0]["id"]).evaluate()
    units = {m["id"]: note for m, note in metrics}
    text += "\n".join(
        ["class Figures(TypedDict, total=False):", '    """Figures of Scenario.evaluate(), in base units."""', ""]
        + [f"    {key}: Optional[float]  # {units[key]}" for key in evaluation if key in units]
    )
    pathlib.Path(package, "ids.py").write_text(text + "\n", encoding="utf-8")


main(sys.argv[1])
