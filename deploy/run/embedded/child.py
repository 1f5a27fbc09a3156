"""Becomes a server that may not run as root and must not outlive the launcher.

Run as a script of its own, with nothing but the standard library: it changes what this process
is allowed to do and then replaces itself by the command behind the double dash.

PostgreSQL refuses to run as root. As root the process first enters a user namespace in which it
is nobody in particular but still owns the launcher's files; where namespaces are forbidden it
becomes the system's `nobody`, to whom the data folder was given before.
"""

import ctypes
import os
import signal
import sys

CLONE_NEWUSER = 0x10000000
PR_SET_PDEATHSIG = 1
INSIDE_ID = 1000
NOBODY = 65534


def become(arguments: list[str]) -> None:
    """Read `--parent PID --signal NAME [--namespace | --nobody] -- command ...` and become it."""
    at = arguments.index("--")
    options, command = arguments[:at], arguments[at + 1 :]
    if "--namespace" in options:
        enter_user_namespace()
    elif "--nobody" in options:
        drop_to_nobody()
    # after the change of identity: that clears it
    die_with(int(options[options.index("--parent") + 1]), options[options.index("--signal") + 1])
    # the launcher waits for its signals blocked, and a mask is inherited
    signal.pthread_sigmask(signal.SIG_SETMASK, [])
    os.execv(command[0], command)  # noqa: S606 - the launcher's own fixed commands


def enter_user_namespace() -> None:
    uid, gid = os.getuid(), os.getgid()
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.unshare(CLONE_NEWUSER) != 0:
        error = ctypes.get_errno()
        raise OSError(error, f"a user namespace is refused: {os.strerror(error)}")
    for name, line in (
        ("setgroups", "deny"),
        ("uid_map", f"{INSIDE_ID} {uid} 1"),
        ("gid_map", f"{INSIDE_ID} {gid} 1"),
    ):
        with open(f"/proc/self/{name}", "w") as file:
            file.write(line)
    if os.geteuid() == 0:
        raise OSError("the user namespace left the process root")


def drop_to_nobody() -> None:
    os.setgroups([])
    os.setgid(NOBODY)
    os.setuid(NOBODY)


def die_with(parent: int, signal_name: str) -> None:
    """Have the kernel send the signal when the parent ends, however it ends (Linux only)."""
    if not sys.platform.startswith("linux"):
        return
    number = signal.Signals[signal_name]
    ctypes.CDLL(None, use_errno=True).prctl(PR_SET_PDEATHSIG, number, 0, 0, 0)
    if os.getppid() != parent:
        os.kill(os.getpid(), number)  # the parent ended before the line above


if __name__ == "__main__":
    become(sys.argv[1:])
