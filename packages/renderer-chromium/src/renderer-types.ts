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
} from '@sitegrade/core';
