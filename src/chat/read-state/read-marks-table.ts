/** Everything up to a message is read: of all (stream 0), of a stream (empty topic), or of a topic. */
export interface ReadMarksTable {
  realm_id: number
  user_id: number
  stream_id: number
  topic_key: string
  until_message: number
}
