/** A picture of figures, as it is kept in latest.json and drawn from there. */
export type Plot = BarPlot | LinePlot

export interface BarPlot {
  kind: 'bars'
  /** of the file */
  name: string
  title: string
  /** what the length of a bar means */
  unit: string
  /** logarithmic: bars start at 1, what is worse goes to the left */
  scale: Scale
  bars: readonly Bar[]
}

export interface Bar {
  label: string
  value: number
  /** where the mark stands; undefined: there is no target */
  target?: number
  /** whether it may not be longer instead of not shorter */
  atMost?: boolean
  note?: string
}

export interface LinePlot {
  kind: 'lines'
  name: string
  title: string
  x: Axis
  y: Axis
  lines: readonly Line[]
}

export interface Axis {
  label: string
  scale: Scale
}

export type Scale = 'linear' | 'logarithmic'

export interface Line {
  name: string
  points: readonly (readonly [x: number, y: number])[]
  /** a target: drawn across, without points */
  isTarget?: boolean
}
