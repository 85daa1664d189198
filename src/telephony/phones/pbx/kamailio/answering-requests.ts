import type { KamailioParameters } from './kamailio-parameters.ts'

const GUESSES_PER_PHONE = 20
const GUESSES_PER_SOURCE = 200

/** The part of kamailio.cfg for every request of a phone: authentication and registration. */
export function answeringRequests({ rpc }: KamailioParameters): string {
  return String.raw`
request_route {
  # This port is for HTTP.
  if ($Rp == ${rpc.port}) {
    drop;
  }
  if (!mf_process_maxfwd_header("10")) {
    sl_send_reply("483", "Too Many Hops");
    exit;
  }
  if (!sanity_check("17895", "7")) {
    exit;
  }
  force_rport();

  if (is_method("CANCEL")) {
    if (t_check_trans()) {
      t_relay();
    }
    exit;
  }
  if (has_totag()) {
    route(IN_DIALOG);
    exit;
  }
  if (is_method("ACK")) {
    exit;
  }
  if (is_method("OPTIONS")) {
    sl_send_reply("200", "OK");
    exit;
  }
  # A repeated request gets the answer that the first one got.
  t_check_trans();

  route(CHECK_NAMES);
  $var(revoked) = $sht(revoked=>$fU@$fd);
  route(AUTHENTICATE);

  # Whatever a phone says about the way, calls go where this server says.
  remove_hf("Route");
  if (is_method("REGISTER")) {
    route(REGISTER);
  } else if (is_method("INVITE|MESSAGE")) {
    route(CALL);
  } else {
    sl_send_reply("405", "Method Not Allowed");
  }
  exit;
}

# Numbers have digits only, so that names can be written into events and questions as they are.
route[CHECK_NAMES] {
  if (!($fU =~ "^[0-9]{1,15}$") || !($fd =~ "^[a-z0-9][a-z0-9.-]{0,252}$")) {
    sl_send_reply("403", "Forbidden");
    exit;
  }
  # What is registered is the name in To: it must be the one that is authenticated.
  if (is_method("REGISTER") && ($tU != $fU || $td != $fd)) {
    sl_send_reply("403", "Only for yourself");
    exit;
  }
}

route[AUTHENTICATE] {
  if ($sht(guesses=>$si::$fU@$fd) >= ${GUESSES_PER_PHONE} || $sht(guesses=>$si) >= ${GUESSES_PER_SOURCE}) {
    append_to_reply("Retry-After: 60\r\n");
    sl_send_reply("403", "Too many wrong secrets");
    exit;
  }
  auth_check("$fd", "subscriber", "1");
  $var(verdict) = $rc;
  if ($var(verdict) > 0) {
    consume_credentials();
    return;
  }
  if ($var(verdict) == -1) {
    # Either the phone's answer is of no use, as with a challenge from before a restart, and it gets a new one;
    # or the database does not answer, and it must not believe that its secret is wrong. Asking tells which.
    is_subscriber("$fu", "subscriber", "1");
    $var(found) = $rc;
    if ($var(found) == -1) {
      append_to_reply("Retry-After: 10\r\n");
      sl_send_reply("503", "Service Unavailable");
      exit;
    }
  }
  if ($var(verdict) == -8) {
    sl_send_reply("403", "Only for yourself");
    exit;
  }
  if ($var(verdict) == -2 || $var(verdict) == -3) {
    $var(guesses) = $shtinc(guesses=>$si::$fU@$fd);
    $var(guesses) = $shtinc(guesses=>$si);
  }
  auth_challenge("$fd", "1");
  exit;
}

route[REGISTER] {
  if (!save("location")) {
    sl_reply_error();
    exit;
  }
  # The secret may have been replaced between our look at it and now: then nothing came of it.
  $var(revoked_now) = $sht(revoked=>$fU@$fd);
  if ($var(revoked_now) != 0 && $var(revoked_now) != $var(revoked)) {
    unregister("location", "sip:$fU@$fd");
  }
  evapi_relay("{\"event\":\"registration\",\"address\":\"$fU@$fd\"}");
}

event_route[usrloc:contact-expired] {
  evapi_relay("{\"event\":\"registration\",\"address\":\"$ulc(exp=>aor)\"}");
}
`
}
