import { configure } from "@testing-library/react";

/** A busy machine may take seconds to load a screen's code: the limit is reached only when a test fails. */
configure({ asyncUtilTimeout: 20_000 });
