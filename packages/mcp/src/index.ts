export type { LocalContextOptions } from './local-workspace.ts';
export {
  type McpHandler,
  type McpHandlerOptions,
  maxRequestBytes,
  mcpHandler,
  tooLargeResponse,
} from './serve-http.ts';
export { type ServeLocalToolsOptions, serveLocalTools } from './serve-stdio.ts';
