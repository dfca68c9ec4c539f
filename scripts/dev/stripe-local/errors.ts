export interface ErrorBody {
  type: "api_error" | "card_error" | "idempotency_error" | "invalid_request_error";
  message: string;
  code?: string;
  decline_code?: string;
  param?: string;
}

/** Answered as Stripe answers: `{error: {type, code, message, param}}`. */
export class ApiError extends Error {
  readonly status: number;
  readonly body: ErrorBody;

  constructor(status: number, body: ErrorBody) {
    super(body.message);
    this.status = status;
    this.body = body;
  }
}

/** 400: the call is at fault, in `param` where one is. */
export const invalid = (message: string, param?: string, code?: string) =>
  new ApiError(400, {
    type: "invalid_request_error",
    message,
    ...(param !== undefined && { param }),
    ...(code !== undefined && { code }),
  });

/** Stripe names a missing object in the address with 404, one in a parameter with 400. */
export const missing = (what: string, id: string, param = "id") =>
  new ApiError(param === "id" ? 404 : 400, {
    type: "invalid_request_error",
    code: "resource_missing",
    message: `No such ${what}: '${id}'`,
    param,
  });
