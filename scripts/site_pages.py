# SPDX-FileCopyrightText: 2026 The Kneepoint developers
# SPDX-License-Identifier: GPL-3.0-or-later

"""Hooks of mkdocs.yml: the physics pages, from the comments of model/cost/*.h, the interactive pages that
scripts/site has written, and a search that works from files."""

import html.parser
import pathlib
import re
import urllib.parse

from mkdocs.exceptions import BuildError
from mkdocs.structure.files import File

ROOT = pathlib.Path(__file__).resolve().parent.parent
HANDOUTS = ROOT / "build" / "handouts"
PAGES = {}  # path in the site -> Markdown


def declarations(text):
    """(comment, declaration) of each documented declaration at file or namespace level, in order."""
    found, comment = [], []
    lines = iter(text.split("\n"))
    for line in lines:
        if line.startswith("///"):
            comment.append(line[3:].strip())
        elif comment:
            is_record = re.match(r"(struct|class|enum)[^;]*$", line)
            ends = r"^};" if is_record else r"[;{]\s*$|^}"
            declared = [line]
            while (line or is_record) and not re.search(ends, line):
                line = next(lines, "};")
                declared.append(line)
            paragraphs = " ".join(words or "\n\n" for words in comment)
            found.append((re.sub(r" ?\n\n ?", "\n\n", paragraphs), "\n".join(declared)))
            comment = []
    return found


def name_of(declaration):
    """The name that a declaration introduces, or None for a namespace."""
    if declaration.startswith("namespace") or not declaration.strip():
        return None
    record = re.match(r"(?:struct|class|enum class) (\w+)", declaration)
    function = re.search(r"(\w+)\(", declaration.replace("[[nodiscard]]", ""))
    value = re.search(r"(\w+)\s*(?:=|\{|;)", declaration)
    match = record or function or value
    return match.group(1) if match else None


def signature(declaration):
    return re.sub(r"\s*\{\s*$", "", declaration.replace("[[nodiscard]] ", "")).strip()


def as_markdown(comment):
    return re.sub(r"([*_<>])", r"\\\1", comment)


def physics_page(header):
    text = header.read_text(encoding="utf-8")
    title = header.stem.replace("_", " ").capitalize()
    parts = [f"# {title}\n", f"From `model/cost/{header.name}`. Quantities are in SI base units.\n"]
    for comment, declaration in declarations(text):
        name = name_of(declaration)
        if name is None:
            parts.append(as_markdown(comment) + "\n")
        else:
            parts.append(f"## {name}\n\n{as_markdown(comment)}\n\n```cpp\n{signature(declaration)}\n```\n")
    return "\n".join(parts) if len(parts) > 2 else None


def on_config(config):
    PAGES.clear()
    for header in sorted((ROOT / "model" / "cost").glob("*.h")):
        page = physics_page(header)
        if page:
            PAGES[f"physics/{header.stem}.md"] = page
    if not PAGES:
        raise BuildError("model/cost has no documented headers")
    index = "".join(f"- [{page.split(chr(10))[0][2:]}]({pathlib.Path(path).name})\n" for path, page in PAGES.items())
    pages = [{page.split("\n")[0][2:]: path} for path, page in PAGES.items()]
    PAGES["physics/index.md"] = (
        "# Physics\n\nThe formulas of the engine, one page for each file of `model/cost`, from the comments that document "
        "its functions.\n\n" + index + "\nThe constants come from fits to published measurements; "
        "see [Validation](../validation.md) and the [cost study](../cost-study.md).\n")
    config["nav"].append({"Physics": ["physics/index.md", *pages]})
    return config


def on_files(files, config):
    for path in PAGES:
        files.append(File(path, str(ROOT / "docs"), config["site_dir"], config["use_directory_urls"]))
    for page in sorted(HANDOUTS.glob("*.html")):
        files.append(File(f"handouts/{page.name}", str(HANDOUTS.parent), config["site_dir"], config["use_directory_urls"]))
    return files


def on_page_read_source(page, config):
    return PAGES.get(page.file.src_path)


class Links(html.parser.HTMLParser):
    """Targets of links and pictures, and the ids of a page."""

    def __init__(self, text):
        super().__init__()
        self.targets, self.ids = [], set()
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        for key, value in attrs:
            if key in ("href", "src") and value:
                self.targets.append(value)
            elif key in ("id", "name") and value:
                self.ids.add(value)


def broken_links(site):
    """Links inside the site whose file or heading does not exist."""
    pages = {path: Links(path.read_text(encoding="utf-8")) for path in site.rglob("*.html") if path.name != "404.html"}
    broken = []
    for path, links in pages.items():
        for target in links.targets:
            url = urllib.parse.urlsplit(target)
            if url.scheme or url.netloc:
                continue
            file = (path.parent / urllib.parse.unquote(url.path)).resolve() if url.path else path
            file = file / "index.html" if file.is_dir() else file
            anchor = urllib.parse.unquote(url.fragment)
            if not file.is_file() or (anchor and file in pages and anchor not in pages[file].ids):
                broken.append(f"{path.relative_to(site)}: {target}")
    return broken


def on_post_build(config):
    site = pathlib.Path(config["site_dir"]).resolve()
    index = (site / "search" / "search_index.json").read_text(encoding="utf-8")
    # Pages opened from files may not fetch; a script with the same content may be loaded.
    (site / "search" / "search_index.js").write_text(
        f"var __search = {{index: Promise.resolve({index})}};\n", encoding="utf-8")
    broken = broken_links(site)
    if broken:
        raise BuildError("Broken links:\n" + "\n".join(broken))
