"""What a job of CI does: installing a release, and the gate with its summary and comment."""

from __future__ import annotations

import hashlib
import os
import platform
import re
import subprocess
import tarfile
from pathlib import Path

import pytest
import yaml

FOLDER = Path(__file__).parent
REPOSITORY = FOLDER.parents[1]


def shell(
    script: str, *arguments: str | Path, cwd: Path, **environment: str | Path
) -> subprocess.CompletedProcess[str]:
    words = ["bash", str(FOLDER / script), *map(str, arguments)]
    merged = {**os.environ, **{name: str(value) for name, value in environment.items()}}
    return subprocess.run(words, check=False, capture_output=True, text=True, cwd=cwd, env=merged, timeout=120)


@pytest.fixture
def monsters(tmp_path: Path, real_fray: Path) -> Path:
    """Makes a repository of one monster with a goal and a baseline."""
    folder = tmp_path / "monsters"
    (folder / "balance").mkdir(parents=True)
    listed = subprocess.run([real_fray, "list", "systems"], check=True, capture_output=True, text=True).stdout
    subprocess.run([real_fray, "new", listed.split()[0], folder / "first.toml"], check=True, capture_output=True)
    suite = '[[point]]\nscenario = "../first.toml"\nbaseline = "baselines/first.toml"\nfights = 2000\n'
    (folder / "balance" / "suite.toml").write_text(suite)
    commands: list[list[str | Path]] = [
        [real_fray, "check", "balance/suite.toml", "--update", "--reason", "First"],
        ["git", "init", "--quiet"],
    ]
    for command in commands:
        subprocess.run(command, check=True, capture_output=True, cwd=folder)
    return folder


def test_a_gate_that_passes_has_a_summary(monsters: Path, real_fray: Path, tmp_path: Path) -> None:
    summary = tmp_path / "summary"
    summary.write_text("before\n")
    done = shell("check.sh", "balance/suite.toml", cwd=monsters, FRAY=real_fray, GITHUB_STEP_SUMMARY=summary)
    assert done.returncode == 0, done.stderr
    text = summary.read_text()
    assert text.startswith("before\n### fray: `balance/suite.toml` passed\n")
    assert "PASS: first: " in text
    assert {path.name for path in (monsters / "fray-report").iterdir()} == {
        "check.txt", "errors.txt", "said.txt", "junit.xml", "summary.md", "table",
    }  # fmt: skip


def test_a_gate_that_fails_annotates_and_says_what_an_update_would_write(
    monsters: Path, real_fray: Path, tmp_path: Path
) -> None:
    scenario = monsters / "first.toml"
    scenario.write_text(re.sub(r"max_rounds = \d+", "max_rounds = 1", scenario.read_text()))
    before = (monsters / "balance" / "baselines" / "first.toml").read_bytes()
    comment = tmp_path / "comment.md"
    done = shell(
        "check.sh", "balance/suite.toml", cwd=monsters, FRAY=real_fray, FRAY_COMMENT=comment,
        FRAY_REPORT=tmp_path / "report", GITHUB_ACTIONS="true",
    )  # fmt: skip
    assert done.returncode == 5, done.stdout + done.stderr
    assert "::error file=" in done.stdout
    said = comment.read_text()
    assert said.startswith("<!-- fray check balance/suite.toml -->\n### fray: `balance/suite.toml` out of date")
    assert "::error" not in said
    assert "first: written: " in said.partition("<details>")[2]
    assert (monsters / "balance" / "baselines" / "first.toml").read_bytes() == before


def test_what_cannot_be_read_ends_with_its_code(monsters: Path, real_fray: Path) -> None:
    (monsters / "first.toml").write_text("nonsense")
    done = shell("check.sh", "balance/suite.toml", "-q", cwd=monsters, FRAY=real_fray)
    assert done.returncode == 10
    assert "a scenario cannot be read" in (monsters / "fray-report" / "summary.md").read_text()


@pytest.fixture
def release(tmp_path: Path) -> Path:
    """Makes a folder of releases with one for this machine, whose program prints its version."""
    target = {"x86_64": "x86_64", "aarch64": "aarch64"}[platform.machine()] + "-unknown-linux-gnu"
    name = f"fray-1.2.3-{target}"
    program = tmp_path / name / "fray"
    program.parent.mkdir()
    program.write_text("#!/bin/sh\necho fray 1.2.3\n")
    program.chmod(0o755)
    folder = tmp_path / "releases" / "v1.2.3"
    folder.mkdir(parents=True)
    archive = folder / f"{name}.tar.gz"
    with tarfile.open(archive, "w:gz") as tar:
        tar.add(program.parent, name)
    digest = hashlib.sha256(archive.read_bytes()).hexdigest()
    (folder / "SHA256SUMS").write_text(f"{'0' * 64}  other\n{digest}  {archive.name}\n")
    return tmp_path / "releases"


@pytest.mark.skipif(platform.system() != "Linux", reason="the release of the test is for Linux")
def test_a_release_is_installed_only_with_its_checksum(release: Path, tmp_path: Path) -> None:
    for version in ("1.2.3", "v1.2.3"):
        to = tmp_path / f"to {version}"
        done = shell("install.sh", version, to, cwd=tmp_path, FRAY_RELEASES=release.as_uri())
        assert (done.returncode, done.stdout) == (0, "fray 1.2.3\n"), done.stderr
        assert os.access(to / "fray", os.X_OK)
    archive = next(release.rglob("*.tar.gz"))
    archive.write_bytes(archive.read_bytes() + b"\0")
    done = shell("install.sh", "1.2.3", tmp_path / "changed", cwd=tmp_path, FRAY_RELEASES=release.as_uri())
    assert done.returncode == 1
    assert "nothing is installed" in done.stderr
    assert not (tmp_path / "changed").exists()
    assert shell("install.sh", "9.9.9", tmp_path / "no", cwd=tmp_path, FRAY_RELEASES=release.as_uri()).returncode != 0


def test_the_action_and_the_hooks_call_what_there_is() -> None:
    action = yaml.safe_load((REPOSITORY / "action.yml").read_text())
    text = "".join(step.get("run", "") for step in action["runs"]["steps"])
    for script in ("contrib/ci/install.sh", "contrib/ci/check.sh"):
        assert script in text
        assert os.access(REPOSITORY / script, os.X_OK)
    hooks = yaml.safe_load((REPOSITORY / ".pre-commit-hooks.yaml").read_text())
    assert [hook["entry"].split()[:2] for hook in hooks] == [["fray", "validate"], ["fray", "check"]]


@pytest.mark.skipif(platform.machine() != "x86_64", reason="the job of GitLab takes the release for x86-64")
def test_the_job_of_gitlab_installs_what_the_checksum_names_and_runs_the_gate(release: Path, tmp_path: Path) -> None:
    job = yaml.safe_load((FOLDER / "gitlab-ci.yml").read_text())["balance"]
    script = "\n".join(["set -e", *job["before_script"], *job["script"]])
    environment = {**os.environ, **job["variables"], "FRAY_VERSION": "1.2.3", "FRAY_RELEASES": release.as_uri()}

    def play(folder: Path) -> subprocess.CompletedProcess[str]:
        folder.mkdir(exist_ok=True)
        command = ["sh", "-c", script]
        return subprocess.run(command, check=False, capture_output=True, text=True, cwd=folder, env=environment)

    first = play(tmp_path / "job")
    assert (first.returncode, first.stdout.splitlines()[-1]) == (0, "fray 1.2.3"), first.stderr
    archive = next(release.rglob("*.tar.gz"))
    archive.write_bytes(b"")
    assert play(tmp_path / "job").returncode == 0, "the second time it comes from the cache"
    other = play(tmp_path / "other")
    assert other.returncode != 0
    assert not (tmp_path / "other" / ".fray").exists()
