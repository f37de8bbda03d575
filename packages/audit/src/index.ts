// What the domain needs at any time: records, scores, targets and limits. It loads no check, no HTTP client and no parser.
export {
  type AnalysisMemory,
  baseMemory,
  createAnalysisMemory,
  defaultAnalyses,
  defaultMemoryFor,
  minMemory,
} from './analysis/analysis-memory.ts';
export {
  type Audit,
  type CategoryScore,
  type CheckResult,
  type PageSummary,
  type Result,
  results,
} from './audit.ts';
export { type PrintingRenderer, printDocument } from './browser/print-document.ts';
export type { RenderFailed } from './browser/render-page.ts';
export { formatIpv4, parseAddressRange, parseIpAddress } from './fetch/address-policy.ts';
export { fetchError, reasonsOf } from './fetch/fetch-error.ts';
export { defaultLimits } from './fetch/limits.ts';
export {
  createNetwork,
  defaultPorts,
  type Network,
  type NetworkOptions,
  networkSchema,
} from './fetch/network.ts';
export { parseTarget, type Target, type UrlRules, whiteSpaceIn } from './fetch/parse-target.ts';
export {
  compileRobotsPattern,
  type RobotsPattern,
  upperCaseEscapes,
} from './fetch/robots/robots-pattern.ts';
export { createSiteHeaders } from './fetch/site-headers.ts';
export { withLocalSite } from './fetch/with-local-site.ts';
export { type CruxFieldDataOptions, cruxFieldData } from './field-data/crux-field-data.ts';
export {
  type FieldData,
  type FieldDataFailure,
  type FieldDataRecord,
  type FieldDataRequest,
  type FieldDataResponse,
  type FieldDataResult,
  type FieldDataSummary,
  type FieldFormFactor,
  type FieldMetric,
  type FieldRating,
  type FieldValue,
  fieldMetrics,
  type NoFieldDataReason,
  type RatedValue,
} from './field-data/field-data.ts';
export { fieldValueText } from './field-data/field-ratings.ts';
export { openCpuAccount } from './limits/cpu-account.ts';
export { runAtOnce, runInSlices, type TimeSlices, takeSlices } from './limits/time-slices.ts';
export { createSharedResults, type SharedResults } from './probes/shared-results.ts';
export { maxEvidence, urlEvidence } from './readings/evidence.ts';
export type { PageLoad } from './render/page-load.ts';
export { maxRenderMs } from './render/render-limits.ts';
export type {
  AxeResults,
  BrowserCookie,
  FilmFrame,
  LaidOutElement,
  MeasuredLoad,
  MeasureRequest,
  MeasureResult,
  PageElement,
  PageLimits,
  PageRequest,
  PrintRequest,
  PrintResult,
  RenderedLayout,
  RenderedPage,
  RenderedRequest,
  Renderer,
  RendererProxy,
  RenderFailure,
  RenderRequest,
  RenderResult,
  Throttling,
  TimedRequest,
} from './render/renderer.ts';
export {
  type RenderDifference,
  type RenderingSummary,
  type RenderMode,
  renderModes,
} from './render/rendering.ts';
export {
  type MeasuredSpeed,
  type SpeedSummary,
  thresholds as speedThresholds,
} from './render/speed.ts';
export type { OutlineFinding, PageOutline } from './report/page-outline.ts';
export { type FieldDataFailed, fieldDataWaitMs } from './report/request-field-data.ts';
export type { CheckFailure } from './scoring/run-checks.ts';
export { resultOf, scoreResults, scoreWithout, weights } from './scoring/score.ts';
export { comparableUrl, withoutTracking } from './url/comparable-url.ts';
export { percentDecoded } from './url/percent-decoded.ts';
export {
  isChanging,
  isForVisitor,
  isSearch,
  isStartName,
  languageInPath,
} from './url/url-names.ts';
export { maxUrlLength, trimUrl, webUrl } from './url/web-url.ts';
