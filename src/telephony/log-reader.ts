/** Something outside this product that reads the event log, such as the bridge to the chat. */
export interface LogReader {
  /** By company, how far it has read. Later events are kept until it has read them. */
  positions(): Promise<ReadonlyMap<number, number>>
}
