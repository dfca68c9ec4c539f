import { expect, test } from "vitest";
import { networkOf } from "./rate-counts.ts";

test("addresses of one IPv6 network count as one caller, addresses of other networks and of IPv4 do not", () => {
  for (const address of ["2001:db8:0:1::1", "2001:DB8:0:1:ffff::2", "2001:0db8:0000:0001:a:b:c:d", "2001:db8:0:1::"])
    expect(networkOf(address), address).toBe("2001:db8:0:1");
  expect(networkOf("2001:db8:0:2::1")).toBe("2001:db8:0:2");
  expect(networkOf("2001:db8::1")).toBe("2001:db8:0:0");
  expect(networkOf("::1")).toBe("0:0:0:0");
  for (const address of ["192.0.2.1", "::ffff:192.0.2.1"]) expect(networkOf(address)).toBe(address);
});
