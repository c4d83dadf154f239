// The endpoint that an address names.

/** The endpoint {service, operation} of the parameters, whose names may be empty; undefined if one is absent. */
export function namedEndpoint({ service, operation }) {
  return service === undefined || operation === undefined ? undefined : { service, operation };
}
