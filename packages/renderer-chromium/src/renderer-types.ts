export type {
  AxeResults,
  LaidOutElement,
  RenderedLayout,
  RenderedPage,
  RenderedRequest,
  Renderer,
  RenderFailure,
  RenderRequest,
  RenderResult,
} from '@sitegrade/core';
