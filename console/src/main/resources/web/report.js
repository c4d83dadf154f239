// In a report: the line above all pages that says which files and which time it is about.
import { html, render } from "./html.js";
import { useAnswer } from "./api.js";
import { href } from "./router.js";
import { usePreferences } from "./preferences.js";
import { dateTime, number, prose, zoneName } from "./format.js";

function ReportLine() {
  usePreferences();
  const { data } = useAnswer("report");
  return data && html`
    <div class="report-line" data-test="report-line">
      <b>Report${data.title && html`: <bdi data-test="report-title">${prose(data.title)}</bdi>`}</b>
      <span><span class="muted">of</span> <bdi data-test="report-source">${prose(data.source)}</bdi></span>
      <span data-test="report-time" data-from=${data.fromMillis} data-to=${data.toMillis}
        >${dateTime(data.fromMillis)} – ${dateTime(data.toMillis)} ${zoneName(data.toMillis)}</span>
      <span data-test="report-requests" data-value=${data.requests}>${number(data.requests)} requests</span>
      <a href=${href("compare")}>Incidents before and after</a>
    </div>`;
}

render(html`<${ReportLine} />`, document.getElementById("report"));
