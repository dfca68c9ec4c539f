import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { readEnv, readSettings } from "@ecotrim/server/env/env";
import { Settings } from "@ecotrim/server/env/settings";
import { JOB_NAMES, queueOf } from "@ecotrim/server/queue/jobs";
import * as keda from "@kubernetes-models/keda/keda.sh/v1alpha1";
import * as apps from "kubernetes-models/apps/v1";
import * as autoscaling from "kubernetes-models/autoscaling/v2";
import * as batch from "kubernetes-models/batch/v1";
import * as networking from "kubernetes-models/networking.k8s.io/v1";
import * as policy from "kubernetes-models/policy/v1";
import * as core from "kubernetes-models/v1";
import { describe, expect, test } from "vitest";
import { parseAllDocuments } from "yaml";

const DIR = "deploy/kubernetes";

/** The packages that hold the schemas, by the version of the API they are of. */
const SCHEMAS: Record<string, object> = {
  v1: core,
  "apps/v1": apps,
  "autoscaling/v2": autoscaling,
  "batch/v1": batch,
  "networking.k8s.io/v1": networking,
  "policy/v1": policy,
  "keda.sh/v1alpha1": keda,
};

// biome-ignore lint/suspicious/noExplicitAny: of any shape, which is what is tested
type Spec = Record<string, any>;

interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string };
  spec?: Spec;
  data?: Record<string, string>;
}

const kustomization = parseAllDocuments(readFileSync(join(DIR, "kustomization.yaml"), "utf8"))[0]?.toJS();
const manifests: Manifest[] = (kustomization.resources as string[]).flatMap((file) =>
  parseAllDocuments(readFileSync(join(DIR, file), "utf8")).map((document) => document.toJS() as Manifest),
);
const find = (kind: string, name: string) =>
  manifests.find((manifest) => manifest.kind === kind && manifest.metadata.name === name)!;
const podOf = ({ spec }: Manifest) => spec?.template.spec;
const PODS = [find("Deployment", "ecotrim-api"), find("Deployment", "ecotrim-worker"), find("Job", "ecotrim-migrate")];

/** Copies a value so that the paths of its properties stay in `unread` until they are read. */
function watched(value: unknown, path: string, unread: Set<string>): unknown {
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([name, inner]) => {
    unread.add(`${path}.${name}`);
    return [name, watched(inner, `${path}.${name}`, unread)] as const;
  });
  const copy = Array.isArray(value) ? entries.map(([, inner]) => inner) : Object.fromEntries(entries);
  return new Proxy(copy, {
    get(target, name) {
      unread.delete(`${path}.${String(name)}`);
      return Reflect.get(target, name);
    },
  });
}

/**
 * The schemas accept unknown fields, such as a misspelt limit. Their checks never read such a field, so a field that
 * stays unread is unknown.
 * @throws Error where the manifest is not of its schema.
 */
function check(manifest: Manifest): void {
  const Model = (SCHEMAS[manifest.apiVersion] as Record<string, new (data: object) => { validate(): void }>)[
    manifest.kind
  ];
  if (!Model) throw new Error(`no schema of ${manifest.apiVersion} ${manifest.kind}`);
  const unread = new Set<string>();
  const model = new Model(manifest);
  // The model copies its input, so the watched copies must replace what it holds.
  for (const [name, value] of Object.entries(manifest)) Object.assign(model, { [name]: watched(value, name, unread) });
  model.validate();
  if (unread.size > 0)
    throw new Error(`${manifest.kind} ${manifest.metadata.name} has no field ${[...unread].join(", ")}`);
}

describe("the manifests for Kubernetes", () => {
  test.each(manifests.map((manifest) => [manifest.kind, manifest.metadata.name, manifest] as const))(
    "the manifest %s %s is of its schema",
    (_kind, _name, manifest) => check(manifest),
  );

  test("a manifest would be refused with a field or value that does not exist", () => {
    const deployment = structuredClone(find("Deployment", "ecotrim-api"));
    podOf(deployment).containers[0].ports[0].containerPort = "http";
    expect(() => check(deployment)).toThrow("containerPort");
    const scaler = structuredClone(find("ScaledObject", "ecotrim-worker"));
    delete scaler.spec?.triggers[0].metadata;
    expect(() => check(scaler)).toThrow("metadata");
    const misspelt = structuredClone(find("ScaledObject", "ecotrim-worker"));
    misspelt.spec!.maxReplicas = misspelt.spec?.maxReplicaCount;
    expect(() => check(misspelt)).toThrow("spec.maxReplicas");
    const unprobed = structuredClone(find("Deployment", "ecotrim-api"));
    podOf(unprobed).containers[0].readynessProbe = podOf(unprobed).containers[0].readinessProbe;
    expect(() => check(unprobed)).toThrow("readynessProbe");
  });

  test("all manifests are named by the kustomization", () => {
    expect([...kustomization.resources, "kustomization.yaml"].sort()).toEqual(readdirSync(DIR).sort());
  });

  test("the manifests give settings that exist and that production accepts", () => {
    const given = find("ConfigMap", "ecotrim").data as Record<string, string>;
    for (const name of Object.keys(given)) expect(Object.keys(Settings.properties)).toContain(name);
    const secret = {
      DATABASE_URL: "postgres://app:7Kq2mZx9LwT4@postgres/ecotrim",
      REDIS_URL: "redis://:7Kq2mZx9LwT4@redis:6379",
      JWT_SECRET: "3vZ0pJ6cTn2Xq9LrWm5bYk8sHd1fGa7eUi4oRt6yPz",
      SMTP_URL: "smtps://mail.example",
      STRIPE_SECRET_KEY: "sk_live_51Hq8ZkT2vNx7RbLw4Jd",
      STRIPE_WEBHOOK_SECRET: "whsec_Vt6Yp3Ks9Xf2Mz8Qc5Hr",
    };
    const own = Object.fromEntries(
      Object.entries(given).map(([name, value]) => [name, value.replace(".example", ".es")]),
    );
    const settings = readEnv({ ...own, ...secret, NODE_ENV: "production" });
    // The kubelet's probes come from outside the pod.
    expect(settings).toMatchObject({ SOLVER_THREADS: 1, METRICS_HOST: "0.0.0.0" });
  });

  test.each(PODS.map((manifest) => [manifest.metadata.name, manifest] as const))(
    "the pod %s runs without rights, with what it needs, and stops in its own time",
    (_, manifest) => {
      const pod = podOf(manifest);
      expect(pod.securityContext).toMatchObject({ runAsNonRoot: true });
      expect(pod.automountServiceAccountToken).toBe(false);
      for (const { securityContext, resources, envFrom } of pod.containers) {
        expect(securityContext).toEqual({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ["ALL"] },
        });
        expect(Object.keys(resources.requests)).toEqual(["cpu", "memory"]);
        expect(resources.limits.memory).toBeDefined();
        expect(envFrom).toEqual([{ configMapRef: { name: "ecotrim" } }, { secretRef: { name: "ecotrim" } }]);
      }
      if (manifest.kind === "Deployment")
        expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(readSettings({}).SHUTDOWN_GRACE_S);
    },
  );

  test("the manifests scale workers by runs and follow-up jobs, one place a job that is taken", () => {
    const { triggers } = find("ScaledObject", "ecotrim-worker").spec as Spec;
    const placesOf = (list: string): number =>
      Number(
        triggers.find(({ metadata }: Spec) => metadata.listName === `{ecotrim}:${list}:active`).metadata.listLength,
      );
    expect(placesOf("simulation.run")).toBe(Number(find("ConfigMap", "ecotrim").data?.WORKER_CONCURRENCY));
    const followUps = queueOf("simulation.uncertainty");
    expect(placesOf(followUps)).toBe(JOB_NAMES.filter((name) => queueOf(name) === followUps).length);
    // Jobs that take turns wait in the list of those with a priority.
    const lists = triggers.map(({ metadata }: Spec) => metadata.listName);
    for (const list of ["simulation.run:prioritized", `${followUps}:prioritized`, "simulation.paid-studies:wait"])
      expect(lists).toContain(`{ecotrim}:${list}`);
  });

  test("the manifests name ports, labels and targets that are there", () => {
    for (const kind of ["Service", "PodDisruptionBudget", "NetworkPolicy"])
      for (const { spec } of manifests.filter((manifest) => manifest.kind === kind)) {
        const labels = spec?.selector?.matchLabels ?? spec?.selector ?? spec?.podSelector.matchLabels;
        expect(PODS.map((pod) => pod.spec?.template.metadata.labels)).toContainEqual(labels);
      }
    expect(find("HorizontalPodAutoscaler", "ecotrim-api").spec?.scaleTargetRef.name).toBe("ecotrim-api");
    expect(find("ScaledObject", "ecotrim-worker").spec?.scaleTargetRef.name).toBe("ecotrim-worker");
  });
});
