import type { KamailioParameters } from './kamailio-parameters.ts'

/** The part of kamailio.cfg for our own connections: commands by HTTP, and the stream of events. */
export function answeringManagement({ rpc, managementAddress }: KamailioParameters): string {
  return String.raw`
event_route[xhttp:request] {
  if ($Rp != ${rpc.port} || $si != "${managementAddress}") {
    xhttp_reply("403", "Forbidden", "text/plain", "");
    exit;
  }
  if ($hu == "/RPC") {
    jsonrpc_dispatch();
    exit;
  }
  xhttp_reply("404", "Not Found", "text/plain", "");
}

event_route[evapi:connection-new] {
  if ($evapi(srcaddr) != "${managementAddress}") {
    evapi_close();
    exit;
  }
  # From now on nothing is missed: the time to ask how things are.
  evapi_relay("{\"event\":\"welcome\"}");
}
`
}
