/** Where traces and metrics go, by the variables of OpenTelemetry. */
export interface TelemetrySettings {
  /** without a slash at the end */
  readonly endpoint: string
  readonly headers: Readonly<Record<string, string>>
  readonly serviceName: string
  /** the share of traces that begin here and are sent, from 0 to 1 */
  readonly sampledShare: number
  readonly metricsEveryMs: number
}
