// All pages, by their name in the address.
import { NowPage } from "./now.js";
import { EndpointsPage } from "./endpoints.js";
import { EndpointPage } from "./endpoint.js";
import { CategoryPage } from "./category.js";
import { TracePage } from "./trace.js";
import { HotspotsPage } from "./hotspots.js";
import { ComparePage } from "./compare.js";
import { QueryPage } from "./query.js";
import { IncidentPage } from "./incident.js";

export const PAGES = {
  now: { title: "Now", component: NowPage },
  endpoints: { title: "Endpoints", component: EndpointsPage },
  endpoint: { title: "Endpoint", component: EndpointPage },
  category: { title: "Category", component: CategoryPage },
  trace: { title: "Trace", component: TracePage },
  hotspots: { title: "Hotspots", component: HotspotsPage },
  compare: { title: "Compare", component: ComparePage },
  query: { title: "Query", component: QueryPage },
  incident: { title: "Incident", component: IncidentPage }
};
