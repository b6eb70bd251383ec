"""Runs the program of this folder as Pulumi's host for Python does: with the addresses of the engine and of its monitor."""

import asyncio
import json
import os
import runpy

import pulumi.runtime

pulumi.runtime.set_all_config(json.loads(os.environ["PULUMI_CONFIG"]), json.loads(os.environ["PULUMI_CONFIG_SECRET_KEYS"]))
pulumi.runtime.configure(
    pulumi.runtime.Settings(
        project=os.environ["PULUMI_PROJECT"],
        stack=os.environ["PULUMI_STACK"],
        monitor=os.environ["PULUMI_MONITOR"],
        engine=os.environ["PULUMI_ENGINE"],
        dry_run=os.environ["PULUMI_DRY_RUN"] == "true",
        parallel=4,
    )
)
asyncio.run(pulumi.runtime.run_in_stack(lambda: runpy.run_path("__main__.py")))
