"""The manifest is what Kubernetes accepts, by its published schema, and says what the exit codes of fray mean."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

kubernetes_validate = pytest.importorskip("kubernetes_validate", reason="pip install kubernetes-validate")

MANIFEST = Path(__file__).with_name("fray-job.yaml")


def manifest() -> dict[str, Any]:
    content = yaml.safe_load(MANIFEST.read_text())
    assert isinstance(content, dict)
    return content


@pytest.mark.parametrize("version", ["1.33", kubernetes_validate.latest_version()])
def test_the_manifest_follows_the_schema(version: str) -> None:
    kubernetes_validate.validate(manifest(), version, strict=True)


def test_the_schema_refuses_what_it_does_not_know() -> None:
    wrong = manifest()
    wrong["spec"]["backoffLimitPerTask"] = 3
    with pytest.raises(kubernetes_validate.ValidationError):
        kubernetes_validate.validate(wrong, "1.33", strict=True)


def test_codes_that_a_repetition_cannot_change_are_not_retried() -> None:
    spec = manifest()["spec"]
    actions = {
        code: rule["action"]
        for rule in spec["podFailurePolicy"]["rules"]
        for code in rule.get("onExitCodes", {}).get("values", [])
    }
    assert actions == {2: "FailJob", 3: "FailIndex"}
    assert spec["backoffLimitPerIndex"] == 3
    # The policy is only accepted with pods that are never restarted in place, and needs the name of a container.
    pod = spec["template"]["spec"]
    assert pod["restartPolicy"] == "Never"
    names = {container["name"] for container in pod["containers"]}
    assert all(rule["onExitCodes"]["containerName"] in names for rule in spec["podFailurePolicy"]["rules"][1:])
    assert spec["maxFailedIndexes"] <= spec["completions"]
