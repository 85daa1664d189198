declare module 'socket.io-client-2' {
  interface Socket {
    once(event: string, listener: (payload: unknown) => void): Socket
    emit(event: string, payload: unknown): Socket
    close(): Socket
  }
  export function connect(
    url: string,
    options: { path: string; transports: string[]; reconnection: boolean },
  ): Socket
}
