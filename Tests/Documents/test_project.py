"""The example's project opens: its files are well-formed, and every class, group, file and product they name exists."""

from __future__ import annotations

import plistlib
import re

import pytest

from units import EXAMPLE, ROOT, project, sources

TARGETS = project()["targets"]
BUNDLES = {name: target for name, target in TARGETS.items() if target["type"] in ("application", "app-extension")}


def settings(name):
    return BUNDLES[name]["settings"]["base"]


def plist(name, setting):
    with open(EXAMPLE / settings(name)[setting], "rb") as file:
        return plistlib.load(file)


def info(name):
    return plist(name, "INFOPLIST_FILE")


def entitlements(name):
    return plist(name, "CODE_SIGN_ENTITLEMENTS")


def code(name):
    return "\n".join(file.read_text(encoding="utf-8") for file in sources(TARGETS[name]))


def classes(name):
    """The classes of a target, each with what it inherits from."""
    return dict(re.findall(r"^(?:@main )?(?:nonisolated )?final class (\w+): ([@\w,\s]+?)\s*\{", code(name), re.MULTILINE))


def test_there_are_an_app_and_two_extensions():
    assert [target["type"] for target in BUNDLES.values()] == ["application", "app-extension", "app-extension"]
    embedded = [one["target"] for one in TARGETS["Example"]["dependencies"] if "target" in one]
    assert embedded == [name for name in BUNDLES if name != "Example"]


@pytest.mark.parametrize("name", TARGETS)
def test_every_file_and_product_is_there(name):
    target = TARGETS[name]
    assert all((EXAMPLE / folder).is_dir() for folder in target["sources"]) and sources(target)
    manifest = (ROOT / "Package.swift").read_text(encoding="utf-8")
    assert (EXAMPLE / project()["packages"]["CallSeal"]["path"] / "Package.swift").resolve() == ROOT / "Package.swift"
    products = [one for one in target.get("dependencies", []) if "package" in one]
    for one in products:
        assert one["package"] in project()["packages"]
        assert f'.library(name: "{one["product"]}"' in manifest
    # What a source imports of ours it gets from a product that is linked.
    ours = {"Seal", "Filter", "FilterDevice", "FilterExtension", "FilterApp"}
    imported = set(re.findall(r"^\s*import (\w+)", code(name), re.MULTILINE)) & ours
    linked = {one["product"] for one in products}
    assert linked or not imported
    assert imported - {"Filter", "FilterDevice"} <= linked


def test_no_package_is_linked_twice_into_one_process():
    """Sources that several targets need are compiled into each; there is no framework between them."""
    assert not [target for target in TARGETS.values() if target["type"] == "framework"]


@pytest.mark.parametrize("name", BUNDLES)
def test_each_bundle_is_complete(name):
    plist = info(name)
    for key, value in {
        "CFBundleExecutable": "$(EXECUTABLE_NAME)",
        "CFBundleIdentifier": "$(PRODUCT_BUNDLE_IDENTIFIER)",
        "CFBundleName": "$(PRODUCT_NAME)",
        "CFBundlePackageType": {"application": "APPL", "app-extension": "XPC!"}[BUNDLES[name]["type"]],
        "CFBundleShortVersionString": "$(MARKETING_VERSION)",
        "CFBundleVersion": "$(CURRENT_PROJECT_VERSION)",
    }.items():
        assert plist[key] == value
    # What a file takes from the settings is one of ours, or Xcode's own.
    ours = {**project()["settings"]["base"], **settings(name)}
    own = {"EXECUTABLE_NAME", "PRODUCT_NAME", "PRODUCT_MODULE_NAME", "DEVELOPMENT_LANGUAGE", "AppIdentifierPrefix"}
    used = set()
    for key in ("INFOPLIST_FILE", "CODE_SIGN_ENTITLEMENTS"):
        used |= set(re.findall(r"\$\((\w+)\)", (EXAMPLE / settings(name)[key]).read_text(encoding="utf-8")))
    assert used <= set(ours) | own
    # An extension's identifier begins with its app's.
    app = settings("Example")["PRODUCT_BUNDLE_IDENTIFIER"]
    assert name == "Example" or settings(name)["PRODUCT_BUNDLE_IDENTIFIER"].startswith(app + ".")


@pytest.mark.parametrize(
    "name, point, base",
    [
        ("ExampleExtension", "com.apple.usernotifications.service", "FilterService"),
        ("ExampleDirectory", "com.apple.callkit.call-directory", "CXCallDirectoryProvider"),
    ],
)
def test_each_extension_names_its_point_and_a_class_of_its_own(name, point, base):
    extension = info(name)["NSExtension"]
    assert extension["NSExtensionPointIdentifier"] == point
    prefix, principal = extension["NSExtensionPrincipalClass"].split(".")
    assert prefix == "$(PRODUCT_MODULE_NAME)" and classes(name)[principal].split(", ")[0] == base


def test_the_app_declares_what_it_does():
    plist = info("Example")
    assert set(plist["UIBackgroundModes"]) == {"audio", "voip"}
    assert {"INStartCallIntent", "INSendMessageIntent"} <= set(plist["NSUserActivityTypes"])
    assert plist["NSMicrophoneUsageDescription"] and plist["NSCameraUsageDescription"]
    [scene] = plist["UIApplicationSceneManifest"]["UISceneConfigurations"]["UIWindowSceneSessionRoleApplication"]
    prefix, delegate = scene["UISceneDelegateClassName"].split(".")
    assert prefix == "$(PRODUCT_MODULE_NAME)" and "UIWindowSceneDelegate" in classes("Example")[delegate].split(", ")
    assert re.findall(r"^@main final class (\w+)", code("Example"), re.MULTILINE) == ["AppDelegate"]


def test_the_entitlements_are_those_that_the_path_needs():
    app, extension = entitlements("Example"), entitlements("ExampleExtension")
    assert app["aps-environment"] == "$(APS_ENVIRONMENT)"
    assert project()["settings"]["base"]["APS_ENVIRONMENT"] == "development"
    assert project()["settings"]["configs"]["Release"]["APS_ENVIRONMENT"] == "production"
    assert app["com.apple.developer.usernotifications.communication"] is True
    assert app["com.apple.developer.usernotifications.time-sensitive"] is True
    assert extension["com.apple.developer.usernotifications.filtering"] is True
    assert "com.apple.developer.usernotifications.filtering" not in app
    assert app["keychain-access-groups"] == extension["keychain-access-groups"]


@pytest.mark.parametrize("name", BUNDLES)
def test_every_group_and_identifier_in_the_code_is_declared(name):
    groups = entitlements(name)["com.apple.security.application-groups"]
    used = set(re.findall(r'"(group\.[\w.]+)"', code(name)))
    assert used and used <= set(groups)
    identifiers = {settings(other)["PRODUCT_BUNDLE_IDENTIFIER"] for other in BUNDLES}
    named = set(re.findall(r'(?:audience: try Audience\(|identifier: String = )"([\w.]+)"', code(name)))
    assert named <= identifiers
