"""Refuses misspelled options: dropped in silence, one would lose a precondition or a key."""

from __future__ import annotations

import re
from collections.abc import Mapping
from difflib import get_close_matches
from typing import Any


def known(options: Mapping[str, Any], kind: type) -> Mapping[str, Any]:
    """The options, if all of them are fields of this TypedDict."""
    names: frozenset[str] = kind.__required_keys__ | kind.__optional_keys__  # type: ignore[attr-defined]
    for name in options.keys() - names:
        near = get_close_matches(re.sub(r"(?<=[a-z0-9])[A-Z]", lambda letter: f"_{letter[0]}", name).lower(), names, 1)
        raise TypeError(f"Unknown option {name!r}" + (f": did you mean {near[0]!r}?" if near else "."))
    return options
