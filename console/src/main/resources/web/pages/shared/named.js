// The endpoint that an address names.

/** The endpoint {service, operation} of parameters, whose names may be empty; undefined if there is none. */
export function namedEndpoint({ service, operation }) {
  return service === undefined || operation === undefined ? undefined : { service, operation };
}
