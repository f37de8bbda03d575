export type {
  AxeElement,
  AxeResults,
  AxeRuleResult,
  LaidOutElement,
  RenderedLayout,
  RenderedPage,
  RenderedRequest,
  Renderer,
  RenderFailure,
  RenderLimits,
  RenderRequest,
  RenderResult,
} from '../../audit/src/render/renderer.ts';
