import { readFileSync } from "node:fs";
import { AppError } from "@ecotrim/contracts/errors";
import { Settings } from "@ecotrim/server/env/settings";
import { createApiMetrics, createWorkerMetrics } from "@ecotrim/server/observability/metrics";
import { collectDefaultMetrics, Registry } from "prom-client";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import type { Deps } from "../api/src/deps.ts";
import { refreshPlatform } from "../api/src/plugins/metrics.ts";

interface Rule {
  alert: string;
  expr: string;
  labels: { severity: string };
  annotations: { summary: string; action: string };
}
interface Panel {
  id: number;
  title: string;
  gridPos: { x: number; y: number; w: number; h: number };
  targets?: { expr: string }[];
}

const text = (path: string) => readFileSync(path, "utf8");
const rules = (parse(text("ops/prometheus/alerts.yml")) as { groups: { rules: Rule[] }[] }).groups.flatMap(
  (group) => group.rules,
);
const dashboard = JSON.parse(text("ops/grafana/ecotrim.json")) as { panels: Panel[] };
const queries = dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));

const process = new Registry();
collectDefaultMetrics({ register: process });
const ours = [createApiMetrics().registry, createWorkerMetrics().registry].flatMap((registry) =>
  registry.getMetricsAsArray(),
);
const labelsOf = new Map(
  ours.map((metric) => [metric.name, (metric as unknown as { labelNames: string[] }).labelNames]),
);
const names = new Set(
  [...ours, ...process.getMetricsAsArray()].flatMap(({ name, type }) =>
    String(type) === "histogram" ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
  ),
);

/** Metrics a query names, with the labels each is narrowed by. */
const metricsIn = (query: string) =>
  [...query.matchAll(/\b((?:ecotrim|nodejs|process)_\w+)(?:\{([^}]*)\})?/g)].map(([, name = "", selector = ""]) => ({
    name,
    labels: [...selector.matchAll(/(\w+)\s*(?:=~|!~|!=|=)/g)].map(([, label]) => label),
  }));

describe.each([
  ["alert rules", rules.map(({ expr }) => expr)],
  ["the dashboard", queries],
])("%s", (_, expressions) => {
  test.each(expressions)("alert rules and dashboard ask for metrics and labels that exist: %s", (expression) => {
    const asked = metricsIn(expression);
    expect(asked.length).toBeGreaterThan(0);
    for (const { name, labels } of asked) {
      expect(names).toContain(name);
      const known = labelsOf.get(name.replace(/_(bucket|sum|count)$/, "")) ?? [];
      expect(known).toEqual(expect.arrayContaining(labels));
    }
  });
});

test("an API whose servers do not answer repeats no old metric, and is yet not taken for absent", async () => {
  const metrics = createApiMetrics();
  const down = () => Promise.reject(new AppError("QUEUE_UNAVAILABLE"));
  const deps = { dataSource: { query: down }, queue: { workers: down, counts: down } } as unknown as Deps;
  await expect(refreshPlatform(metrics, deps)).rejects.toThrow(AppError);
  const told: string[] = (await metrics.registry.metrics()).match(/^ecotrim_\w+/gm) ?? [];
  const ofPlatform = /^ecotrim_(queue|oldest|workers|payment|database_size|offers)/;
  expect(told.filter((name) => ofPlatform.test(name))).toEqual([]);
  const absence = rules.find(({ alert }) => alert === "ApiAbsent")?.expr;
  expect(metricsIn(absence ?? "").map(({ name }) => told.includes(name))).toEqual([true]);
});

test("every alert says how grave it is, what happened and what to do", () => {
  expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
  for (const { labels, annotations } of rules) {
    expect(["page", "ticket"]).toContain(labels.severity);
    expect(annotations.summary).toBeTruthy();
    expect(annotations.action).toBeTruthy();
  }
});

test("the dashboard shows every metric of the platform's own, and no panel lies on another", () => {
  const shown = queries.flatMap(metricsIn).map(({ name }) => name.replace(/_(bucket|sum|count)$/, ""));
  expect(ours.map(({ name }) => name).filter((name) => !shown.includes(name))).toEqual([]);
  const cells = dashboard.panels.flatMap(({ gridPos: { x, y, w, h } }) =>
    Array.from({ length: w * h }, (_, index) => `${x + (index % w)},${y + Math.floor(index / w)}`),
  );
  expect(new Set(cells).size).toBe(cells.length);
  expect(new Set(dashboard.panels.map(({ id }) => id)).size).toBe(dashboard.panels.length);
});

test("Prometheus asks API and worker of docker compose on the ports they answer at, which are not published", () => {
  const { services } = parse(text("docker-compose.yml"), { merge: true });
  expect(services.api.environment).toMatchObject({ METRICS_PORT: "9100", METRICS_HOST: "0.0.0.0" });
  expect(services.worker.environment.METRICS_HOST).toBe("0.0.0.0");
  expect(text("Dockerfile")).toContain("ENV WORKER_HEALTH_PORT=9100");
  expect(services.api.ports.join()).not.toContain("9100");
  const { scrape_configs } = parse(text("ops/prometheus/prometheus.yml"));
  const asked = scrape_configs.flatMap(({ dns_sd_configs }: { dns_sd_configs: object[] }) => dns_sd_configs);
  expect(asked).toEqual([
    { names: ["api"], type: "A", port: 9100 },
    { names: ["worker"], type: "A", port: 9100 },
  ]);
  const monitoring = parse(text("ops/compose.monitoring.yml")).services;
  for (const { ports } of Object.values<{ ports: string[] }>(monitoring))
    for (const port of ports) expect(port).toMatch(/^127\.0\.0\.1:/);
  for (const file of Object.values<{ volumes: string[] }>(monitoring).flatMap(({ volumes }) => volumes))
    if (file.startsWith("./")) expect(() => text(`${file.split(":")[0]}`)).not.toThrow(/ENOENT/);
});

test("a label never takes an id or a person: each is a name of the code", () => {
  expect(new Set([...labelsOf.values()].flat())).toEqual(
    new Set("dependency queue state method route status job_name outcome code final stage work".split(" ")),
  );
  expect(Settings.properties).toHaveProperty("METRICS_PORT");
});
