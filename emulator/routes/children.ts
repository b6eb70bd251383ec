import { childKinds, type ChildName } from "../kinds/children.ts";
import type { ChildKind, Place } from "../kinds/child-kind.ts";
import { forbidden, notFound } from "../refusal.ts";
import { findReadyProject } from "../store/projects.ts";
import type { Store } from "../store/store.ts";
import { listPage, listQuery } from "./list.ts";
import { route, routeWithQuery, type Route } from "./route.ts";

/** The routes of a kind of object that lives in a project. */
export function childRoutes(name: ChildName): readonly Route[] {
  const kind: ChildKind = childKinds[name];
  const collection = `/v1/projects/:id/${name}` as const;
  const single = `/v1/projects/:id/${name}/:key` as const;

  /** @throws Refusal 404 if there is no such project. */
  function placeIn(store: Store, projectId: string): Place<object> {
    return { core: store, projectId, items: findReadyProject(store, projectId)[name] };
  }

  /** The object as it was some milliseconds ago. Default: now. @throws Refusal 404 if there is none. */
  function find({ projectId, items }: Place<object>, key: string, before = 0): object {
    const found = items.get(key, before);
    if (found === undefined) throw notFound(`${kind.title} ${key} not found in project ${projectId}`);
    return found;
  }

  const update = route("POST", single, ({ params: { id, key }, body }, { store }) => {
    const place = placeIn(store, id);
    const before = find(place, key);
    const record = kind.update?.(place, before, body) ?? before;
    place.items.replace(key, record);
    return { kind: "updated", of: kind, record, before };
  });

  return [
    route("POST", collection, ({ params, body }, { store }) => ({
      kind: "created",
      of: kind,
      record: kind.create(placeIn(store, params.id), body),
    })),

    ...(kind.update === undefined ? [] : [update]),

    route("GET", single, ({ params: { id, key } }, { store }) => ({
      kind: "read",
      of: kind,
      record: find(placeIn(store, id), key, store.habits().late?.readsMs),
    })),

    route("DELETE", single, ({ params: { id, key } }, { store }) => {
      const place = placeIn(store, id);
      find(place, key);
      const isFixed = kind.isOfProject?.(id, key) === true && store.habits().automaticHostName === "fixed";
      if (isFixed) throw forbidden(`${kind.title} ${key} belongs to its project`);
      place.items.remove(key);
      kind.removed?.(place, key);
      return { kind: "deleted", of: kind, id: key };
    }),

    routeWithQuery("GET", collection, kind.query ?? listQuery, ({ params, path, query }, { store, pageSize }) => ({
      kind: "listed",
      of: kind,
      page: listPage(placeIn(store, params.id).items, {
        path,
        query,
        pageSize,
        core: store,
        includes: (item) => kind.isListed?.(item, query) ?? true,
        recordOf: (item) => item,
      }),
    })),
  ];
}
