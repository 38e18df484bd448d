"""`toolschema check` and `toolschema clean`, run as a user runs them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.lifecycle.project import Project

TOOLS = '''\
from toolschema_runtime import tool

@tool
def send(to: str) -> int:
    """Send it."""
    return 1
'''
SIDE_FILE = "mail.toolschema.json"


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The side-file that mypy writes for those tools."""
    project = Project(tmp_path_factory.mktemp("written"))
    project.write("mail.py", TOOLS)
    project.mypy(".")
    return project.read(SIDE_FILE)


@pytest.fixture
def project(tmp_path: Path, written: str) -> Project:
    """A project whose side-files are as they should be, without a cache."""
    made = Project(tmp_path / "project")
    made.write("mail.py", TOOLS)
    (made.root / SIDE_FILE).write_text(written)
    return made


def toolschema(
    project: Project, *arguments: str, folder: str = ".", **environment: str
) -> subprocess.CompletedProcess[str]:
    """Run the command in a folder of the project."""
    command = [sys.executable, "-m", "toolschema_mypy", *arguments]
    return subprocess.run(
        command,
        cwd=project.root / folder,
        env={**os.environ, **environment},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )


def tree(project: Project) -> dict[str, bytes]:
    """Every file of the project, hidden ones included."""
    return {
        path.relative_to(project.root).as_posix(): path.read_bytes()
        for path in project.root.rglob("*")
        if path.is_file()
    }


def test_check_of_a_project_as_it_should_be_is_one_line_and_status_0(project: Project) -> None:
    before = tree(project)
    done = toolschema(project, "check", ".")
    assert (0, "1 side-file as the code says\n", "") == (done.returncode, done.stdout, done.stderr)
    assert before == tree(project)


def test_check_shows_a_diff_that_git_applies_for_each_file_and_writes_nothing(
    project: Project, written: str
) -> None:
    project.write("mail.py", TOOLS.replace("Send it.", "Send a letter."))
    project.write("post.py", TOOLS)
    (project.root / "gone.toolschema.json").write_text(written)
    project.write("plain.py", "x = 1\n")
    (project.root / "plain.toolschema.json").write_text(written)
    before = tree(project)
    done = toolschema(project, "check", ".")
    assert 1 == done.returncode
    assert before == tree(project)
    assert "4 side-files differ from the code: run mypy" in done.stderr
    applied = subprocess.run(
        ["git", "apply", "--unsafe-paths", "-"],
        cwd=project.root,
        input=done.stdout,
        text=True,
        capture_output=True,
        check=False,
    )
    assert "" == applied.stderr
    patched = project.side_files()
    project.mypy(".")
    assert project.side_files() == patched
    assert [SIDE_FILE, "post.toolschema.json"] == [*patched]


def test_check_as_json(project: Project) -> None:
    project.write("post.py", TOOLS)
    done = toolschema(project, "check", "--json", ".")
    content = json.loads(done.stdout)
    assert (1, False) == (done.returncode, content["is_fresh"])
    (change,) = content["side_files"]
    assert ("post.toolschema.json", "appears") == (change["path"], change["change"])
    assert change["diff"].startswith("--- /dev/null\n+++ b/post.toolschema.json\n@@ ")
    assert False is content["mypy"]["has_errors"]


def test_check_shows_the_errors_that_mypy_finds(project: Project) -> None:
    project.write("wrong.py", "x: int = ''\n")
    done = toolschema(project, "check", ".")
    assert 0 == done.returncode
    assert "wrong.py:1: error: Incompatible types in assignment" in done.stderr
    assert "1 side-file as the code says\n" == done.stdout


def test_check_looks_at_the_paths_that_are_given_and_no_others(project: Project) -> None:
    project.write("post.py", TOOLS)
    assert 0 == toolschema(project, "check", "mail.py").returncode
    assert 1 == toolschema(project, "check", "post.py").returncode


def test_check_without_paths_does_what_the_configuration_says(project: Project) -> None:
    project.write("post.py", TOOLS)
    with (project.root / "pyproject.toml").open("a") as config:
        config.write('files = ["mail.py"]\n')
    assert 0 == toolschema(project, "check").returncode


def test_check_works_with_workers_and_another_configuration_file(project: Project) -> None:
    project.write("post.py", TOOLS)
    (project.root / "other.ini").write_text(
        "[mypy]\nplugins = toolschema_mypy\nnum_workers = 2\n[toolschema]\noutput = schemas\n"
    )
    done = toolschema(project, "check", "--config-file", "other.ini", "--json", ".")
    changes = {each["path"]: each["change"] for each in json.loads(done.stdout)["side_files"]}
    assert {
        "mail.toolschema.json": "goes",
        "schemas/mail.toolschema.json": "appears",
        "schemas/post.toolschema.json": "appears",
    } == changes
    assert not (project.root / "schemas").exists()
    done = toolschema(project, "clean", "--config-file", "other.ini", ".")
    assert "Removing mail.toolschema.json: side-files go to the folder schemas\n" == done.stdout


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (("mail.py", "def broken(:\n"), "mypy could not run"),
        (("pyproject.toml", "[tool.mypy]\n"), 'plugins = ["toolschema_mypy"]'),
        (
            (
                "pyproject.toml",
                '[tool.mypy]\nplugins = ["toolschema_mypy"]\nfollow_imports = "skip"\n',
            ),
            "no tool of mail is seen, since mypy does not follow toolschema_runtime",
        ),
    ],
)
@pytest.mark.parametrize("command", ["check", "clean"])
def test_status_2_and_a_reason_when_nothing_can_be_said(
    project: Project, spoil: tuple[str, str], said: str, command: str
) -> None:
    (project.root / spoil[0]).write_text(spoil[1])
    before = tree(project)
    done = toolschema(project, command, ".")
    assert (2, "") == (done.returncode, done.stdout)
    assert said in done.stderr
    assert "Traceback" not in done.stderr
    assert before == tree(project)


@pytest.mark.parametrize("package", ["attrs", "mypy"])
def test_what_is_not_installed_is_what_the_reason_names(project: Project, package: str) -> None:
    project.write("missing/sitecustomize.py", f"import sys; sys.modules['{package}'] = None\n")
    done = toolschema(project, "check", ".", PYTHONPATH=str(project.root / "missing"))
    assert (2, "") == (done.returncode, done.stdout)
    assert 'pip install "toolschema-mypy[mypy]"' in done.stderr
    assert done.stderr.endswith("so nothing can be said about side-files\n")


def test_nothing_to_check_is_mypys_own_complaint(project: Project) -> None:
    done = toolschema(project, "check")
    assert 2 == done.returncode
    assert "Missing target module, package, files, or command" in done.stderr


def test_clean_says_what_goes_and_why_and_removes_it(project: Project, written: str) -> None:
    project.write("plain.py", "x = 1\n")
    (project.root / "old").mkdir()
    for name in ("plain.toolschema.json", "old/gone.toolschema.json"):
        (project.root / name).write_text(written)
    rehearsed = toolschema(project, "clean", "--dry-run", ".")
    assert (
        "Would remove old/gone.toolschema.json: its source is gone\n"
        "Would remove plain.toolschema.json: its module makes no tools any more\n"
    ) == rehearsed.stdout
    assert 3 == len(project.side_files())
    done = toolschema(project, "clean", ".")
    assert (0, rehearsed.stdout.replace("Would remove", "Removing")) == (
        done.returncode,
        done.stdout,
    )
    assert [SIDE_FILE] == [*project.side_files()]
    assert "Nothing is left over\n" == toolschema(project, "clean", ".").stdout


def test_clean_in_the_output_folder_leaves_modules_that_it_does_not_check(
    project: Project, written: str
) -> None:
    project.delete(SIDE_FILE)
    with (project.root / "pyproject.toml").open("a") as config:
        config.write('[tool.toolschema]\noutput = "schemas"\n')
    project.write("shop/post.py", TOOLS)
    (project.root / "schemas").mkdir()
    for module in ("mail", "shop.post", "shop.gone"):
        (project.root / f"schemas/{module}.toolschema.json").write_text(written)
    for part in ("mail.py", "shop"):
        assert "Nothing is left over\n" == toolschema(project, "clean", part).stdout
    done = toolschema(project, "clean", ".")
    assert "Removing schemas/shop.gone.toolschema.json: its source is gone\n" == done.stdout


def test_clean_leaves_environments_and_other_peoples_files(project: Project, written: str) -> None:
    for folder in ("env/lib", ".hidden", "x/site-packages"):
        (project.root / folder).mkdir(parents=True)
        (project.root / folder / "gone.toolschema.json").write_text(written)
    (project.root / "env/pyvenv.cfg").write_text("")
    (project.root / "sample.toolschema.json").write_text('{"not": "ours"}')
    before = tree(project)
    assert "Nothing is left over\n" == toolschema(project, "clean", ".").stdout
    assert before == tree(project)


def test_clean_in_a_part_of_a_project_leaves_the_output_of_the_rest(project: Project) -> None:
    project.delete(SIDE_FILE)
    with (project.root / "pyproject.toml").open("a") as config:
        config.write('[tool.toolschema]\noutput = "schemas"\n')
    for name in ("a/__init__.py", "a/one.py", "b/__init__.py", "b/two.py"):
        project.write(name, TOOLS)
    project.mypy(".")
    before = tree(project)
    assert "Nothing is left over\n" == toolschema(project, "clean", ".", folder="a").stdout
    assert 0 == toolschema(project, "check", ".", folder="a").returncode
    assert before == tree(project)


def test_clean_leaves_files_of_others_in_output_and_projects_inside(
    project: Project, written: str
) -> None:
    (project.root / "sub/schemas").mkdir(parents=True)
    settings = project.read("pyproject.toml") + '[tool.toolschema]\noutput = "schemas"\n'
    (project.root / "sub/pyproject.toml").write_text(settings)
    (project.root / "sub/schemas/inner.toolschema.json").write_text(written)
    (project.root / "sub/schemas/mine.toolschema.json").write_text('{"mine": 1}')
    before = tree(project)
    assert "Nothing is left over\n" == toolschema(project, "clean", ".").stdout
    assert before == tree(project)
    project.write("sub/post.py", TOOLS)
    done = toolschema(project, "clean", ".", folder="sub")
    assert "Removing schemas/inner.toolschema.json: its source is gone\n" == done.stdout
    assert (project.root / "sub/schemas/mine.toolschema.json").exists()


@pytest.mark.parametrize("command", ["check", "clean"])
def test_a_side_file_that_cannot_be_read_is_named(project: Project, command: str) -> None:
    project.delete(SIDE_FILE)
    (project.root / SIDE_FILE).mkdir()
    done = toolschema(project, command, ".")
    assert (2, "") == (done.returncode, done.stdout)
    assert done.stderr.startswith("toolschema: cannot read ")
    assert done.stderr.endswith("mail.toolschema.json: Is a directory\n")


def test_what_is_piped_is_utf8_whatever_the_locale(project: Project) -> None:
    project.write("mail.py", TOOLS.replace("Send it.", "Sénd it."))
    done = toolschema(project, "check", ".", PYTHONIOENCODING="ascii")
    assert 1 == done.returncode
    assert '+      "description": "Sénd it.",' in done.stdout.splitlines()
    assert "Traceback" not in done.stderr


@pytest.mark.skipif(sys.platform != "linux", reason="others have only names that are text")
@pytest.mark.parametrize("name", [b"caf\xe9", b"two\nlines"])
def test_a_folder_of_any_name(project: Project, written: str, name: bytes) -> None:
    folder = os.fsdecode(name)
    (project.root / folder).mkdir()
    project.rename("mail.py", f"{folder}/mail.py")
    project.rename("pyproject.toml", f"{folder}/pyproject.toml")
    project.delete(SIDE_FILE)
    done = toolschema(project, "check", ".", folder=folder)
    assert 1 == done.returncode, done.stderr
    assert "\n+++ b/mail.toolschema.json\n" in done.stdout
    (project.root / folder / SIDE_FILE).write_text(written)
    assert 0 == toolschema(project, "check", ".", folder=folder).returncode


@pytest.mark.parametrize("old", ["\n", "}\n"])
def test_ends_of_lines_are_in_the_diff(project: Project, written: str, old: str) -> None:
    new = {"\n": "\r\n", "}\n": "}"}[old]
    spoiled = written.replace(old, new) if old == "\n" else written.removesuffix(old) + new
    (project.root / SIDE_FILE).write_bytes(spoiled.encode())
    check = [sys.executable, "-m", "toolschema_mypy", "check", "."]
    done = subprocess.run(check, cwd=project.root, stdout=subprocess.PIPE, check=False)
    assert 1 == done.returncode
    subprocess.run(["git", "init", "-q"], cwd=project.root, check=True)
    subprocess.run(["git", "apply", "-"], cwd=project.root, input=done.stdout, check=True)
    assert written == (project.root / SIDE_FILE).read_bytes().decode()


def test_check_writes_no_report_of_tests(project: Project) -> None:
    with (project.root / "pyproject.toml").open("a") as config:
        config.write('junit_xml = "junit.xml"\n')
    before = tree(project)
    toolschema(project, "check", ".")
    assert before == tree(project)


@pytest.mark.parametrize("arguments", [["--help"], ["check", "--help"]])
def test_help_needs_no_mypy(project: Project, arguments: list[str]) -> None:
    blocked = (
        "import sys; sys.modules['mypy'] = None; from toolschema_mypy.cli.main import main; main()"
    )
    done = subprocess.run(
        [sys.executable, "-c", blocked, *arguments], capture_output=True, text=True, check=False
    )
    assert (0, "") == (done.returncode, done.stderr)


def test_serve_needs_nothing_of_what_the_other_commands_import() -> None:
    script = (
        "import sys\n"
        "sys.modules.update(dict.fromkeys(('attrs', 'attr', 'mypy', 'rich')))\n"
        "from toolschema_mypy.cli.main import main\n"
        "main(['serve', '--help'])\n"
    )
    said = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=False
    )
    assert (0, "") == (said.returncode, said.stderr)
    assert said.stdout.startswith("usage: toolschema serve")


def test_serve_says_what_a_port_is_for(project: Project) -> None:
    done = toolschema(project, "serve", "mail", "--port", "9000")
    assert 2 == done.returncode
    assert done.stderr.endswith("error: --port is for --http\n")
