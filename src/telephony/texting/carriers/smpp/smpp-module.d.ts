/** The part of the package `smpp` that we use. It has no types of its own. */
declare module 'smpp' {
  import type { EventEmitter } from 'node:events'
  import type { Server as NetServer, Socket } from 'node:net'

  export interface PduFields {
    command_status?: number
    system_id?: string
    password?: string
    interface_version?: number
    message_id?: string
    source_addr_ton?: number
    source_addr_npi?: number
    source_addr?: string
    dest_addr_ton?: number
    dest_addr_npi?: number
    destination_addr?: string
    esm_class?: number
    registered_delivery?: number
    data_coding?: number
    /** bytes, since raw-smpp.ts disables the package's decoding */
    short_message?: Buffer
    message_payload?: Buffer
    receipted_message_id?: string
    message_state?: number
    network_error_code?: Buffer
    user_message_reference?: number
    sar_msg_ref_num?: number
    sar_total_segments?: number
    sar_segment_seqnum?: number
  }

  export interface Pdu extends PduFields {
    readonly command: string
    readonly command_status: number
    readonly sequence_number: number
    isResponse(): boolean
    toBuffer(): Buffer
    response(fields?: PduFields): Pdu
  }

  export interface Session extends EventEmitter {
    readonly socket: Socket
    /** False if the socket is closed. Assigns the sequence number. */
    send(pdu: Pdu): boolean
    close(): void
    destroy(): void
  }

  export interface Server extends NetServer {
    readonly sessions: readonly Session[]
  }

  interface Coder {
    encode(text: string): Buffer
    decode(bytes: Buffer): string
  }

  interface Smpp {
    readonly PDU: new (command: string, fields?: PduFields) => Pdu
    readonly errors: Readonly<Record<string, number>>
    /** `ASCII` is the package's name of the GSM default alphabet with its extension table */
    readonly encodings: { readonly ASCII: Coder; readonly UCS2: Coder }
    readonly filters: { readonly message: { decode(value: unknown): unknown } }
    connect(options: {
      host: string
      port: number
      tls?: boolean
      servername?: string
      lookup?: unknown
    }): Session
    createServer(options: { cert?: string; key?: string }, listener: (session: Session) => void): Server
  }

  const smpp: Smpp

  // biome-ignore lint/style/noDefaultExport: what Node makes of a CommonJS module
  export { smpp as default }
}
