import type { SimulationStatus } from "@ecotrim/contracts/simulations/record";
import { describe, expect, test } from "vitest";
import {
  FOLLOW_UPS,
  type ShownStudy,
  STUDIES,
  STUDY_KINDS,
  shownStudies,
  studiesFollowing,
  studiesOfJob,
} from "./catalogue.ts";

const study = (kind: string, status: SimulationStatus, content: object | null = null): ShownStudy => ({
  kind,
  status,
  done: 0,
  total: null,
  content,
});

describe("the catalogue of studies", () => {
  test("the catalogue gives every study to one job, in the order of the catalogue", () => {
    expect(FOLLOW_UPS.flatMap(studiesOfJob)).toEqual(STUDY_KINDS);
    for (const name of FOLLOW_UPS) for (const kind of studiesOfJob(name)) expect(STUDIES[kind].followUp).toBe(name);
  });
});

describe("the studies that follow results", () => {
  const economic_case = {} as never;

  test("provisional results have the study of powers alone, and others never have it", () => {
    expect(studiesFollowing({ economic_case, provisional: true })).toEqual(["power"]);
    expect(studiesFollowing({ economic_case })).toEqual(["uncertainty", "sensitivity", "sizing"]);
  });

  test("nothing follows a result without a saving to evaluate", () => {
    expect(studiesFollowing({})).toEqual([]);
  });
});

describe("what a record shows of studies", () => {
  test("a record without studies has all parts null, and kinds of a later version are left out", () => {
    const nothing = { power: null, uncertainty: null, sensitivity: null };
    expect(shownStudies([])).toEqual(nothing);
    expect(shownStudies([study("of-a-later-version", "pending")])).toEqual(nothing);
  });

  test("a record counts pieces of the study of powers", () => {
    const row = { ...study("power", "processing"), done: 2, total: 6 };
    expect(shownStudies([row]).power).toEqual({ status: "processing", done: 2, total: 6 });
  });

  test("a record counts scenarios", () => {
    const row = { ...study("uncertainty", "processing", { count: 500 }), done: 500, total: 2000 };
    expect(shownStudies([row]).uncertainty).toEqual({
      status: "processing",
      scenarios: 500,
      total: 2000,
      result: { count: 500 },
    });
  });

  test.each<[SimulationStatus, SimulationStatus, SimulationStatus]>([
    ["pending", "pending", "pending"],
    ["processing", "pending", "processing"],
    ["completed", "pending", "processing"],
    ["completed", "processing", "processing"],
    ["completed", "failed", "failed"],
    ["failed", "failed", "failed"],
    ["completed", "completed", "completed"],
  ])(
    "a record with a tornado that is %s and sizes that are %s shows a part that is %s, whole or empty",
    (first, second, status) => {
      const [tornado, sizing] = [{ npv_eur: 1 }, { points: [] }];
      expect(shownStudies([study("sizing", second, sizing), study("sensitivity", first, tornado)]).sensitivity).toEqual(
        status === "completed" ? { status, tornado, sizing } : { status, tornado: null, sizing: null },
      );
    },
  );
});
