export interface ErrorBody {
  type: "api_error" | "card_error" | "idempotency_error" | "invalid_request_error";
  message: string;
  code?: string;
  decline_code?: string;
  param?: string;
}

/** An error in Stripe's format: `{error: {type, code, message, param}}`. */
export class ApiError extends Error {
  readonly status: number;
  readonly body: ErrorBody;

  constructor(status: number, body: ErrorBody) {
    super(body.message);
    this.status = status;
    this.body = body;
  }
}

/** Status 400: the request is invalid; `param` names the parameter at fault. */
export const invalid = (message: string, param?: string, code?: string) =>
  new ApiError(400, {
    type: "invalid_request_error",
    message,
    ...(param !== undefined && { param }),
    ...(code !== undefined && { code }),
  });

/** Stripe answers 404 to a missing object in the path, 400 to one in a parameter. */
export const missing = (what: string, id: string, param = "id") =>
  new ApiError(param === "id" ? 404 : 400, {
    type: "invalid_request_error",
    code: "resource_missing",
    message: `No such ${what}: '${id}'`,
    param,
  });
