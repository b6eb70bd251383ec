"""Harbor: the interface as another team would write it from its document: FastAPI, pydantic and SQLAlchemy over SQLite.

Where the document is silent, `HARBOR` (JSON) chooses between ways that real services have. It imports nothing of the product.
It keeps all that it has in one SQLite file; triggers of that file, not this program, note each change in the table `audit`.
"""

import asyncio
import base64
import hashlib
import ipaddress
import json
import os
import re
import socket
import sqlite3
import sys
import threading
import time
import unicodedata
import uuid
from datetime import datetime, timezone
from typing import Annotated, Any, Literal

import idna
import uvicorn
from fastapi import Depends, FastAPI, Query, Request, Response
from fastapi.exceptions import HTTPException
from fastapi.middleware.gzip import GZipMiddleware
from fastapi.responses import JSONResponse
from fastapi.security import HTTPBearer
from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, HttpUrl, StringConstraints, TypeAdapter
from sqlalchemy import JSON, Boolean, ForeignKey, Index, Integer, String, Text, create_engine, event, select, text
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import DeclarativeBase, Mapped, Session, mapped_column
from sqlalchemy.orm.exc import StaleDataError
from sqlalchemy.pool import NullPool

FOLDER, PORT, TOKEN = sys.argv[1], int(sys.argv[2]), os.environ["HARBOR_TOKEN"]
HABITS: dict[str, Any] = json.loads(os.environ.get("HARBOR", "{}"))
PRIMARY, REPLICA = os.path.join(FOLDER, "primary.db"), os.path.join(FOLDER, "replica.db")
PREFIX = HABITS.get("prefix", "")

# --- What is stored -------------------------------------------------------------------------------------------------


class Base(DeclarativeBase):
    pass


class Project(Base):
    __tablename__ = "projects"
    seq: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=True)
    id: Mapped[str] = mapped_column(String(36), unique=True)
    organization_id: Mapped[str] = mapped_column(String(64))
    slug: Mapped[str] = mapped_column(String(63))
    type: Mapped[str] = mapped_column(String(20))
    description: Mapped[str | None] = mapped_column(Text)
    external_project_url: Mapped[str | None] = mapped_column(Text)
    config: Mapped[dict[str, Any]] = mapped_column(JSON, default=dict)
    lock_version: Mapped[int] = mapped_column(Integer, default=1)
    created_at: Mapped[str] = mapped_column(String(40))
    updated_at: Mapped[str] = mapped_column(String(40))
    deleted_at: Mapped[str | None] = mapped_column(String(40))
    __mapper_args__ = {"version_id_col": lock_version}


class Integration(Base):
    __tablename__ = "components"
    seq: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=True)
    id: Mapped[str] = mapped_column(String(36), unique=True)
    project_id: Mapped[str] = mapped_column(ForeignKey("projects.id"))
    component_slug: Mapped[str] = mapped_column(String(120))
    component_version: Mapped[str] = mapped_column(String(20))
    active: Mapped[bool] = mapped_column(Boolean)
    settings: Mapped[dict[str, Any] | None] = mapped_column(JSON)
    created_at: Mapped[str] = mapped_column(String(40))
    updated_at: Mapped[str] = mapped_column(String(40))
    deleted_at: Mapped[str | None] = mapped_column(String(40))


class Host(Base):
    __tablename__ = "domains"
    seq: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=True)
    name: Mapped[str] = mapped_column(String(253))
    project_id: Mapped[str] = mapped_column(ForeignKey("projects.id"))
    created_at: Mapped[str] = mapped_column(String(40))
    updated_at: Mapped[str] = mapped_column(String(40))
    deleted_at: Mapped[str | None] = mapped_column(String(40))


LIVE = text("deleted_at IS NULL")
if HABITS.get("unique", True):
    Index("one_slug", Project.organization_id, Project.slug, unique=True, sqlite_where=LIVE)
    Index("one_component", Integration.project_id, Integration.component_slug, unique=True, sqlite_where=LIVE)
    Index("one_host", Host.name, unique=True, sqlite_where=LIVE)

AUDIT = "CREATE TABLE IF NOT EXISTS audit (seq INTEGER PRIMARY KEY AUTOINCREMENT, what TEXT, change TEXT, at TEXT)"
TRIGGER = (
    "CREATE TRIGGER IF NOT EXISTS {table}_{change} AFTER {change} ON {table} "
    "BEGIN INSERT INTO audit (what, change, at) VALUES ('{table}', '{change}', datetime('now')); END"
)

# Without patience, two writers at once are an error of the database, which nobody catches.
engine = create_engine(f"sqlite:///{PRIMARY}", connect_args={"timeout": HABITS.get("patience", 5)})
replica = create_engine(f"sqlite:///{REPLICA}", connect_args={"timeout": 5}, poolclass=NullPool)


@event.listens_for(engine, "connect")
def connected(connection: sqlite3.Connection, _record: object) -> None:
    connection.isolation_level = None
    connection.execute("PRAGMA journal_mode=WAL")


@event.listens_for(engine, "begin")
def begun(connection: Any) -> None:
    connection.exec_driver_sql("BEGIN IMMEDIATE")


def prepare() -> None:
    Base.metadata.create_all(engine)
    with engine.begin() as connection:
        connection.exec_driver_sql(AUDIT)
        for table in ("projects", "components", "domains"):
            for change in ("INSERT", "UPDATE", "DELETE"):
                connection.exec_driver_sql(TRIGGER.format(table=table, change=change))


def copied() -> str:
    copy = f"{REPLICA}.new"
    source, target = sqlite3.connect(PRIMARY), sqlite3.connect(copy)
    source.backup(target)
    # A copy in WAL mode would leave its side files to the next copy.
    target.execute("PRAGMA journal_mode=DELETE")
    source.close()
    target.close()
    return copy


def follow() -> None:
    """The replica is a copy of the primary, made anew again and again; what was copied is shown only after the lag."""
    while True:
        copy = copied()
        time.sleep(HABITS["lag"] / 1000)
        os.replace(copy, REPLICA)


def new_id() -> str:
    return str(uuid.uuid4().int % 10**15) if HABITS.get("ids") == "integer" else str(uuid.uuid4())


def shown_id(identity: str) -> str | int:
    return int(identity) if HABITS.get("ids") == "integer" else identity


def now() -> str:
    return datetime.now(timezone.utc).isoformat()


# --- What a request may say -----------------------------------------------------------------------------------------


def text_of(value: str) -> str:
    return unicodedata.normalize("NFC", value.strip()) if HABITS.get("trims", True) else value


def network_of(value: str) -> str:
    network = ipaddress.ip_network(value, strict=False)
    return str(network) if HABITS.get("cidr", True) or network.num_addresses > 1 else str(network.network_address)


def url_of(value: str) -> str:
    return str(TypeAdapter(HttpUrl).validate_python(value)) if value != "" else value


Words = Annotated[str, AfterValidator(text_of)]
Network = Annotated[str, AfterValidator(network_of)]
Address = Annotated[str, AfterValidator(url_of)]
Slug = Annotated[str, BeforeValidator(lambda v: v.lower() if isinstance(v, str) else v), StringConstraints(pattern=r"^[a-z0-9][a-z0-9-]{0,61}[a-z0-9]$")]
Upper = Annotated[str, BeforeValidator(lambda v: v.upper() if isinstance(v, str) else v)]


class Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class Autocapture(Strict):
    pageview: bool = False
    spa_pageview: bool = False
    engagement: bool = False
    click: bool = False
    form: bool = False
    scroll: bool = False


class Presence(Strict):
    present: list[str] = []
    absent: list[str] = []
    values: dict[str, Any] = {}


class CacheConditions(Strict):
    request_cookies: Presence | None = None
    request_headers: Presence | None = None
    request_query_params: Presence | None = None
    response_headers: Presence | None = None
    request_methods: list[Upper] | None = None
    response_status: list[int] | None = None


class CacheRule(Strict):
    path: str | None = None
    regex: bool | None = False
    ttl: float | None = None
    swr: float | None = None
    is_pass: bool | None = Field(default=False, alias="pass")
    rank: float | None = None
    conditions: CacheConditions | None = None


class RateConditions(Strict):
    path: str | None = None
    regex: bool | None = None
    method: list[Upper] | None = None
    continent: list[Upper] | None = None
    country: list[Upper] | None = None


class RateRule(Strict):
    rank: int = Field(ge=1)
    limit: int = Field(ge=1)
    window: Literal["1s", "10s", "60s"] | None = "10s"
    block_duration: int | None = Field(default=60, ge=1)
    key: list[Literal["ip", "ua"]] | None = ["ip"]
    conditions: RateConditions | None = None


class Header(Strict):
    name: str
    value: str


class ProjectCreate(Strict):
    organization_id: str
    slug: Slug
    type: Literal["proxy", "ai_analytics", "mcp"]
    description: Words = ""
    external_project_url: Address = ""


class ProjectUpdate(Strict):
    id: str | int = ""
    slug: Slug = ""
    type: Literal["proxy", "ai_analytics", "mcp"] = "proxy"
    description: Words = ""
    external_project_url: Address = ""
    log_severity: Literal["DEBUG", "INFO", "WARNING", "ERROR"] | None = None
    edgee_behind_proxy_cache: bool | None = None
    force_https: bool | None = None
    cache: bool | None = None
    override_cache: list[CacheRule] = []
    override_cache_enabled: bool | None = None
    cookie_name: Words | None = None
    cookie_domain: Words | None = None
    proxy_only: bool | None = None
    proxy_only_path_regex: str | None = None
    inject_sdk: bool | None = None
    inject_sdk_position: Literal["prepend", "append"] | None = None
    cookieless: bool | None = None
    autocapture: Autocapture = Autocapture()
    enforce_no_store_policy: bool | None = None
    trusted_ips: list[Network] | None = None
    password_protection: bool | None = None
    blocked_ips: list[Network] | None = None
    cookie_whitelist: list[Words] | None = None
    forwarded_headers: list[Header] | None = None
    rate_limiting: list[RateRule] | None = None
    rate_limiting_enabled: bool | None = None


class ComponentWrite(Strict):
    component_id: str = ""
    component_slug: str = ""
    component_version: str = ""
    active: bool | None = None
    settings: dict[str, Any] | None = None


class HostWrite(Strict):
    name: str


BASE = ("slug", "type", "description", "external_project_url")
DEFAULTS: dict[str, Any] = {
    "log_severity": "INFO", "edgee_behind_proxy_cache": False, "force_https": True, "cache": False, "override_cache": [],
    "override_cache_enabled": False, "cookie_name": "edgee", "cookie_domain": None, "proxy_only": False,
    "proxy_only_path_regex": None, "inject_sdk": False, "inject_sdk_position": "append", "cookieless": False,
    "autocapture": Autocapture().model_dump(), "enforce_no_store_policy": False, "trusted_ips": [],
    "password_protection": False, "blocked_ips": [], "cookie_whitelist": [], "forwarded_headers": [], "rate_limiting": [],
    "rate_limiting_enabled": False,
}  # fmt: skip


def field(name: str, title: str, kind: str, secret: bool = False, required: bool = False) -> dict[str, Any]:
    return {"name": name, "title": title, "type": kind, "required": required, "secret": secret, "description": f"{title} of the account"}


FIELDS = {
    "edgee/ga4": [
        field("measurement_id", "Measurement ID", "string", required=True),
        field("debug", "Debug", "bool"),
        field("rate", "Sampling rate", "number"),
    ],
    "edgee/meta-capi": [field("pixel_id", "Pixel ID", "string", required=True), field("access_token", "Token", "string", secret=True)],
    "acme/cdp": [field("endpoint", "Endpoint", "string"), field("write_key", "Write key", "string", secret=True)],
}
SECRET = {one["name"] for fields in FIELDS.values() for one in fields if one["secret"]}


def catalogue_record(slug: str) -> dict[str, Any]:
    versions = {
        version: {"object": "component_version", "version": version, "wit_world_version": "1.0.0", "dynamic_fields": FIELDS[slug], "created_at": "2026-01-02T03:04:05.000006+00:00"}
        for version in ("0.9.0", "1.0.0", "1.2.0")
    }  # fmt: skip
    identity = str(uuid.uuid5(uuid.NAMESPACE_URL, slug))
    return {"object": "component", "id": identity, "name": slug.split("/")[1].upper(), "slug": slug, "category": "data_collection",
            "subcategory": "analytics", "latest_version": "1.2.0", "versions": versions, "is_public": True, "is_archived": False}  # fmt: skip


# --- What an answer looks like --------------------------------------------------------------------------------------


class Answer(JSONResponse):
    """The standard library's JSON: every character above ASCII as \\u, and the keys sorted."""

    media_type = "application/json; charset=utf-8"

    def render(self, content: Any) -> bytes:
        return json.dumps(content, sort_keys=True, ensure_ascii=True, separators=(", ", ": ")).encode()


def present(record: dict[str, Any]) -> dict[str, Any]:
    """`nulls: absent` is what `response_model_exclude_none=True` does."""
    return {k: v for k, v in record.items() if v is not None} if HABITS.get("nulls") == "absent" else record


def decimals(rules: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """A decimal column comes back as text, with all its places."""
    if HABITS.get("values") != "text":
        return rules
    return [{k: f"{v:.3f}" if k in ("ttl", "swr") and v is not None else v for k, v in rule.items()} for rule in rules]


def project_record(row: Project, summary: bool = False) -> dict[str, Any]:
    record = {"object": "project", "id": shown_id(row.id), "organization_id": row.organization_id, "slug": row.slug, "type": row.type,
              "description": row.description, "external_project_url": row.external_project_url, "avatar_url": None,
              "created_at": row.created_at, "updated_at": row.updated_at, "version": row.lock_version}  # fmt: skip
    full = DEFAULTS | row.config
    return present(record if summary else record | full | {"override_cache": decimals(full["override_cache"])})


def masked(value: Any) -> Any:
    way = HABITS.get("mask")
    known = str(value)
    if way == "stars":
        return "********"
    if way == "last4":
        return "\u2022" * 8 + known[-4:]
    if way == "object":
        return {"set": True, "updated_at": "2026-11-28T00:00:00.000000+00:00"}
    if way == "hash":
        return f"sha256:{hashlib.sha256(known.encode()).hexdigest()[:16]}"
    if way == "word":
        return "[REDACTED]"
    return None if way == "null" else value


def setting_shown(name: str, value: Any) -> Any:
    if name in SECRET:
        return masked(value)
    if HABITS.get("hides") == "passwords" and isinstance(value, str):
        return re.sub(r"://([^:/@]+):[^@/]+@", r"://\1:***@", value)
    if HABITS.get("hides") == "identifiers" and name == "pixel_id":
        return "*" * (len(value) - 2) + value[-2:]
    return json.dumps(value) if HABITS.get("values") == "text" and not isinstance(value, str) else value


def component_summary(row: Integration) -> dict[str, Any]:
    return {k: v for k, v in component_record(row).items() if k not in ("settings", "active")}


def component_record(row: Integration) -> dict[str, Any]:
    settings = None if row.settings is None else {
        k: setting_shown(k, v) for k, v in row.settings.items() if not (k in SECRET and HABITS.get("mask") == "omit")
    }  # fmt: skip
    known = catalogue_record(row.component_slug)
    return present({"object": "project_component", "id": shown_id(row.id), "project_id": shown_id(row.project_id), "component_id": known["id"],
                    "component_slug": row.component_slug, "component_version": row.component_version, "category": known["category"],
                    "subcategory": known["subcategory"], "active": row.active, "settings": settings,
                    "created_at": row.created_at, "updated_at": row.updated_at})  # fmt: skip


def host_shown(name: str) -> str:
    if HABITS.get("hosts") == "upper":
        return name.upper()
    if HABITS.get("hosts") == "unicode":
        try:
            return idna.decode(name)
        except idna.IDNAError:
            return name
    return name


def host_record(row: Host) -> dict[str, Any]:
    return {"object": "domain", "name": host_shown(row.name), "project_id": shown_id(row.project_id), "dns_status": False, "ssl_status": False,
            "created_at": row.created_at, "updated_at": row.updated_at}  # fmt: skip


def canonical(name: str) -> str:
    try:
        return idna.encode(name.strip().rstrip("."), uts46=True).decode().lower()
    except idna.IDNAError as error:
        raise HTTPException(422, [{"type": "value_error", "loc": ["body", "name"], "msg": str(error), "input": name}]) from error


# --- The endpoints --------------------------------------------------------------------------------------------------


def authorized(credentials: Annotated[Any, Depends(HTTPBearer())]) -> None:
    if credentials.credentials != TOKEN:
        raise HTTPException(401, "Could not validate credentials", {"WWW-Authenticate": "Bearer"})


app = FastAPI(default_response_class=Answer, dependencies=[Depends(authorized)], openapi_url=None, root_path=PREFIX)


def created(record: dict[str, Any], path: str) -> Response:
    location = {"Location": f"{PREFIX}{path}"}
    return Response(status_code=201, headers=location) if HABITS.get("creates") == "location" else Answer(record, 201, location)


@app.exception_handler(HTTPException)
async def refused(_request: Request, error: HTTPException) -> Response:
    return Answer(error.detail if error.status_code == 200 else {"detail": error.detail}, error.status_code, error.headers)


def reading(lists: bool) -> Session:
    late = "lag" in HABITS and (lists or HABITS.get("late") == "all")
    return Session(replica if late else engine)


SOFT = ("gone", "stub")


def was_deleted(kind: str, identity: str, alone: bool) -> HTTPException:
    """A deleted object is not found, gone, or (read alone) an object that says no more than that it is deleted."""
    if HABITS.get("deleted") == "stub" and alone:
        return HTTPException(200, {"object": kind, "id": identity, "deleted": True})
    return HTTPException(410 if HABITS.get("deleted") == "gone" else 404, f"This {kind} was deleted")


def project_of(session: Session, identity: str, alone: bool = False) -> Project:
    if HABITS.get("scope") == "replica" and session.get_bind() is engine and "lag" in HABITS:
        # A check of permissions that reads the replica: what is new is not there for it.
        with Session(replica) as other:
            project_of(other, identity)
    row = session.scalar(select(Project).where(Project.id == identity))
    if row is None:
        raise HTTPException(404, "Project not found")
    if row.deleted_at is not None:
        raise was_deleted("project", identity, alone)
    return row


def one_of(session: Session, kind: Any, where: Any, alone: bool = False) -> Any:
    row = session.scalar(select(kind).where(where).order_by(kind.seq.desc()).limit(1))
    if row is None:
        raise HTTPException(404, f"{kind.__name__} not found")
    if row.deleted_at is not None:
        raise was_deleted("domain" if kind is Host else "project_component", row.name if kind is Host else row.id, alone)
    return row


def paged(request: Request, rows: list[Any], record: Any, limit: int | None, start: str | None) -> dict[str, Any]:
    """Rows in their order; the cursor is opaque, and has characters that a query must encode."""
    after = 0
    if start is not None:
        try:
            after = int(base64.b64decode(start, validate=True).split(b"\xfb\xff")[1])
        except (ValueError, IndexError) as error:
            raise HTTPException(400, "Invalid start_key") from error
        keys = [row.seq for row in rows]
        # The row itself may be gone by now: continue after where it was.
        ahead = [i for i, key in enumerate(keys) if (key < after if keys == sorted(keys, reverse=True) else key > after)]
        rows = rows[ahead[0] :] if ahead else []
    size = min(limit or HABITS.get("page", 3), HABITS.get("most", 100))
    some = rows[:size]
    # A full page may be the last one: who does not look ahead says that there is more.
    more = len(some) == size if HABITS.get("more") == "guess" else len(rows) > size
    key = base64.b64encode(b"\xfb\xff%d\xfb\xff" % some[-1].seq).decode() if more else None
    return {"object": "list", "url": request.url.path, "data": [record(row) for row in some], "has_more": more,
            **({"last_key": key} if more or HABITS.get("nulls") != "absent" else {})}  # fmt: skip


Limit = Annotated[int | None, Query(ge=1, le=100)]


def visible(kind: Any, statement: Any) -> Any:
    return statement.where(kind.deleted_at.is_(None))


@app.get("/v1/projects")
def list_projects(request: Request, organization_id: str | None = None, limit: Limit = None, start_key: str | None = None, order_direction: Literal["ASC", "DESC"] = "DESC") -> Any:
    with reading(True) as session:
        statement = visible(Project, select(Project)).order_by(Project.seq.asc() if order_direction == "ASC" else Project.seq.desc())
        if organization_id is not None:
            statement = statement.where(Project.organization_id == organization_id)
        summary = HABITS.get("lists") == "summary"
        return paged(request, list(session.scalars(statement)), lambda row: project_record(row, summary), limit, start_key)


def reserved(slug: str) -> None:
    if slug in HABITS.get("reserved", ["admin", "api", "www"]):
        raise HTTPException(422, [{"type": "value_error", "loc": ["body", "slug"], "msg": "Value error, this slug is reserved", "input": slug}])


def stored(session: Session, row: Any, what: str) -> None:
    session.add(row)
    try:
        session.flush()
    except IntegrityError as error:
        raise HTTPException(409, f"{what} already exists") from error


@app.post("/v1/projects", status_code=201)
def create_project(body: ProjectCreate) -> Any:
    reserved(body.slug)
    at = now()
    with Session(engine) as session:
        row = Project(id=new_id(), config={}, created_at=at, updated_at=at, deleted_at=None, **{"description": None, "external_project_url": None, **body.model_dump(exclude_unset=True)})  # fmt: skip
        stored(session, row, "Project with this slug")
        record = project_record(row, True)
        session.commit()
    return created(record, f"/v1/projects/{record['id']}")


contention = [HABITS.get("contention", 0)]


@app.post("/v1/projects/{identity}")
def update_project(identity: str, body: ProjectUpdate) -> Any:
    given = body.model_dump(exclude_unset=True, by_alias=True)
    # Rules are stored with their defaults.
    for name in ("override_cache", "rate_limiting", "autocapture"):
        if given.get(name) is not None:
            given[name] = body.model_dump(by_alias=True)[name]
    if str(given.pop("id", identity)) != identity:
        raise HTTPException(422, "id differs from the path")
    with Session(engine) as session:
        row = project_of(session, identity)
        if contention[0] > 0:
            # A job of the service's own (statistics, say) writes the row meanwhile.
            contention[0] -= 1
            session.rollback()
            stale = project_of(session, identity)
            session.expunge(stale)
            session.execute(text("UPDATE projects SET lock_version = lock_version + 1 WHERE id = :id"), {"id": identity})
            session.commit()
            row = session.merge(stale, load=False)
        for name, value in given.items():
            if name == "slug":
                reserved(value)
            if name in BASE:
                setattr(row, name, value)
        old = row.config.get("autocapture", {}) if HABITS.get("settings") == "merge" else {}
        config = {k: v for k, v in given.items() if k not in BASE}
        if old and "autocapture" in config:
            config["autocapture"] = old | body.autocapture.model_dump(exclude_unset=True)
        row.config = {**row.config, **config}
        row.updated_at = now()
        try:
            stored(session, row, "Project with this slug")
        except StaleDataError as error:
            raise HTTPException(409, "Stale object, the record was modified by another request") from error
        record = project_record(row)
        session.commit()
    return record


def tagged(request: Request, record: dict[str, Any]) -> Response:
    tag = f'W/"{hashlib.sha1(json.dumps(record, sort_keys=True).encode()).hexdigest()[:12]}"'
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers={"ETag": tag})
    return Answer(record, headers={"ETag": tag, "Cache-Control": "private, max-age=0, must-revalidate"})


@app.get("/v1/projects/{identity}")
def read_project(identity: str, request: Request) -> Any:
    with reading(False) as session:
        return tagged(request, project_record(project_of(session, identity, True)))


def delete_later(kind: Any, seq: int) -> None:
    time.sleep(HABITS["worker"] / 1000)
    with Session(engine) as session:
        row = session.get(kind, seq)
        if row is not None:
            session.delete(row)
            session.commit()


def removed(session: Session, row: Any, record: dict[str, Any]) -> Response:
    if "worker" in HABITS:
        session.commit()
        threading.Thread(target=delete_later, args=(type(row), row.seq), daemon=True).start()
        return Response(status_code=202)
    if HABITS.get("deleted") in SOFT:
        row.deleted_at = now()
    else:
        session.delete(row)
    session.commit()
    return Response(status_code=204) if HABITS.get("deletes", "empty") == "empty" else Answer(record)


def gone_again(error: HTTPException) -> Response:
    """A second deletion: 404, 410, or 204 as if it were the first."""
    if HABITS.get("again") == 204 and error.status_code in (404, 410):
        return Response(status_code=204)
    raise error


@app.delete("/v1/projects/{identity}")
def delete_project(identity: str) -> Any:
    with Session(engine) as session:
        try:
            row = project_of(session, identity)
        except HTTPException as error:
            return gone_again(error)
        at = now()
        for kind in (Integration, Host):
            for part in session.scalars(select(kind).where(kind.project_id == identity)):
                if HABITS.get("deleted") in SOFT:
                    part.deleted_at = part.deleted_at or at
                else:
                    session.delete(part)
        session.flush()
        return removed(session, row, {"object": "project", "id": identity, "deleted": True})


@app.get("/v1/projects/{identity}/components")
def list_components(identity: str, request: Request, category: str | None = None, subcategory: str | None = None, limit: Limit = None, start_key: str | None = None) -> Any:
    with reading(True) as session:
        project_of(session, identity)
        rows = session.scalars(visible(Integration, select(Integration)).where(Integration.project_id == identity).order_by(Integration.seq))
        return paged(request, list(rows), component_summary if HABITS.get("lists") == "summary" else component_record, limit, start_key)


def settings_of(slug: str, given: dict[str, Any] | None) -> None:
    """Each setting has the type of the catalogue. As pydantic does, a refusal quotes what was given."""
    if given is None or HABITS.get("takes") == "any":
        return
    kinds = {"string": str, "bool": bool, "number": (int, float)}
    for name, value in given.items():
        known = next((one for one in FIELDS[slug] if one["name"] == name), None)
        wrong = None
        if known is None and not name.startswith("edgee_"):
            wrong = "Extra inputs are not permitted"
        elif known is not None and value is not None and not isinstance(value, kinds[known["type"]]):
            wrong = f"Input should be a valid {known['type']}"
        elif name == "access_token" and isinstance(value, str) and not value.startswith("EAA") and HABITS.get("prefixes"):
            wrong = "Value error, an access token starts with EAA"
        if wrong is not None:
            raise HTTPException(422, [{"type": "value_error", "loc": ["body", "settings", name], "msg": wrong, "input": given}])


def known_slug(body: ComponentWrite) -> str:
    for slug in FIELDS:
        if slug == body.component_slug or catalogue_record(slug)["id"] == body.component_id:
            return slug
    raise HTTPException(404, "Component not found in the catalogue")


@app.post("/v1/projects/{identity}/components", status_code=201)
def create_component(identity: str, body: ComponentWrite) -> Any:
    slug = known_slug(body)
    settings_of(slug, body.settings)
    at = now()
    with Session(engine) as session:
        project_of(session, identity)
        row = Integration(id=new_id(), project_id=identity, component_slug=slug, component_version=body.component_version or "1.2.0",
                          active=body.active is not False, settings=body.settings, created_at=at, updated_at=at, deleted_at=None)  # fmt: skip
        stored(session, row, "Component")
        record = component_record(row)
        session.commit()
    return created(record, f"/v1/projects/{identity}/components/{record['id']}")


@app.post("/v1/projects/{identity}/components/{part}")
def update_component(identity: str, part: str, body: ComponentWrite) -> Any:
    given = body.model_dump(exclude_unset=True)
    with Session(engine) as session:
        project_of(session, identity)
        row = one_of(session, Integration, (Integration.project_id == identity) & (Integration.id == part))
        settings_of(row.component_slug, given.get("settings"))
        if "component_version" in given:
            row.component_version = given["component_version"]
        if given.get("active") is not None:
            row.active = given["active"]
        if "settings" in given:
            if HABITS.get("settings") == "merge" and given["settings"] is not None:
                both = {**(row.settings or {}), **given["settings"]}
                # As JSON Merge Patch says, null takes a key away.
                row.settings = {k: v for k, v in both.items() if v is not None}
            else:
                row.settings = given["settings"]
        row.updated_at = now()
        session.flush()
        record = component_record(row)
        session.commit()
    return record


@app.get("/v1/projects/{identity}/components/{part}")
def read_component(identity: str, part: str, request: Request) -> Any:
    with reading(False) as session:
        project_of(session, identity)
        return tagged(request, component_record(one_of(session, Integration, (Integration.project_id == identity) & (Integration.id == part), True)))


@app.delete("/v1/projects/{identity}/components/{part}")
def delete_component(identity: str, part: str) -> Any:
    with Session(engine) as session:
        try:
            project_of(session, identity)
            row = one_of(session, Integration, (Integration.project_id == identity) & (Integration.id == part))
        except HTTPException as error:
            return gone_again(error)
        return removed(session, row, {"object": "project_component", "id": part, "deleted": True})


@app.get("/v1/projects/{identity}/domains")
def list_domains(identity: str, request: Request, limit: Limit = None, start_key: str | None = None) -> Any:
    with reading(True) as session:
        project_of(session, identity)
        rows = session.scalars(visible(Host, select(Host)).where(Host.project_id == identity).order_by(Host.seq))
        return paged(request, list(rows), host_record, limit, start_key)


@app.post("/v1/projects/{identity}/domains", status_code=201)
def create_domain(identity: str, body: HostWrite) -> Any:
    name = canonical(body.name)
    if re.search(r"\.(internal|harbor\.example)$", name):
        raise HTTPException(403, "This host name is reserved")
    at = now()
    with Session(engine) as session:
        project_of(session, identity)
        count = session.query(Host).where(Host.project_id == identity, Host.deleted_at.is_(None)).count()
        if count >= HABITS.get("quota", 1000):
            raise HTTPException(402, f"Your plan includes {HABITS['quota']} domains. Upgrade to attach more.")
        row = Host(name=name, project_id=identity, created_at=at, updated_at=at, deleted_at=None)
        stored(session, row, "Domain")
        record = host_record(row)
        session.commit()
    return created(record, f"/v1/projects/{identity}/domains/{record['name']}")


@app.get("/v1/projects/{identity}/domains/{name}")
def read_domain(identity: str, name: str, request: Request) -> Any:
    with reading(False) as session:
        project_of(session, identity)
        return tagged(request, host_record(one_of(session, Host, (Host.project_id == identity) & (Host.name == canonical(name)), True)))


@app.delete("/v1/projects/{identity}/domains/{name}")
def delete_domain(identity: str, name: str) -> Any:
    with Session(engine) as session:
        try:
            project_of(session, identity)
            row = one_of(session, Host, (Host.project_id == identity) & (Host.name == canonical(name)))
        except HTTPException as error:
            return gone_again(error)
        return removed(session, row, {"object": "domain", "id": name, "deleted": True})


@app.get("/v1/components/{organization}/{component}")
def read_catalogue(organization: str, component: str, request: Request) -> Any:
    slug = f"{organization}/{component}"
    if slug not in FIELDS:
        raise HTTPException(404, "Not Found")
    return tagged(request, catalogue_record(slug))


# --- What goes wrong on the way -------------------------------------------------------------------------------------


class Edge:
    """Notes each request, and makes the faults: it stands before the application as a load balancer does."""

    def __init__(self, inner: Any) -> None:
        self.inner, self.writes, self.closed_until, self.lock = inner, 0, 0.0, threading.Lock()
        self.log = open(os.path.join(FOLDER, "access.jsonl"), "a", buffering=1, encoding="utf-8")

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != "http":
            return await self.inner(scope, receive, send)
        if not scope["path"].startswith(PREFIX):
            return await Answer({"detail": "Not Found"}, 404)(scope, receive, send)
        note = {"method": scope["method"], "path": scope["path"], "query": scope["query_string"].decode(), "status": 0}

        async def noted(message: Any) -> None:
            if message["type"] == "http.response.start":
                note["status"] = message["status"]
                self.log.write(json.dumps(note) + "\n")
            await send(message)

        await asyncio.sleep(HABITS.get("latency", 0) / 1000)
        fault = None
        if scope["method"] in ("POST", "DELETE"):
            self.writes += 1
            fault = next((one for one in HABITS.get("faults", []) if one["write"] == self.writes), None)
            if self.writes == HABITS.get("maintenance", {}).get("write"):
                self.closed_until = time.time() + HABITS["maintenance"]["seconds"]
        if time.time() < self.closed_until:
            left = str(int(self.closed_until - time.time()) + 1)
            return await Answer({"detail": "Scheduled maintenance"}, 503, {"Retry-After": left})(scope, receive, noted)
        if fault is None:
            return await self.inner(scope, receive, noted)
        if fault["effect"]:
            done = asyncio.Event()

            async def kept(message: Any) -> None:
                if message["type"] == "http.response.body" and not message.get("more_body"):
                    done.set()

            await self.inner(scope, receive, kept)
        if fault["answer"] == "die":
            os._exit(137)
        if fault["answer"] == "short":
            await noted({"type": "http.response.start", "status": 200, "headers": [(b"content-type", b"application/json"), (b"content-length", b"400")]})
            # uvicorn closes the connection when fewer bytes were sent than promised.
            return await noted({"type": "http.response.body", "body": b'{"object": "pro'})
        page = Answer({"detail": "Internal Server Error"}, fault["answer"]) if fault["answer"] == 500 else Response("<html><h1>Bad Gateway</h1></html>", fault["answer"], media_type="text/html")
        return await page(scope, receive, noted)


if __name__ == "__main__":
    prepare()
    if "lag" in HABITS:
        # There is one from the start: reads never go back in time.
        os.replace(copied(), REPLICA)
        threading.Thread(target=follow, daemon=True).start()
    app.add_middleware(GZipMiddleware, minimum_size=500)
    listener = socket.create_server(("127.0.0.1", PORT), backlog=64)
    print(f"PORT {listener.getsockname()[1]}", flush=True)
    options = uvicorn.Config(Edge(app), limit_max_requests=HABITS.get("recycled"), log_level="error", timeout_keep_alive=HABITS.get("keepalive", 5), server_header=False)
    uvicorn.Server(options).run(sockets=[listener])
