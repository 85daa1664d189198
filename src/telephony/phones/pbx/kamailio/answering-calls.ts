/** The part of kamailio.cfg for calls: within one domain only, with an event for every change. */
export const answeringCalls = String.raw`
route[CALL] {
  if ($rd != $fd || !($rU =~ "^[0-9]{1,15}$")) {
    sl_send_reply("403", "Only inside your own domain");
    exit;
  }
  $var(callee) = $rU + "@" + $rd;
  if (!lookup("location")) {
    sl_send_reply("480", "Temporarily Unavailable");
    exit;
  }
  if (is_method("INVITE")) {
    record_route();
    dlg_manage();
    $dlg_var(caller) = $fU + "@" + $fd;
    $dlg_var(callee) = $var(callee);
    t_on_reply("CALL_ANSWERED");
  }
  if (!t_relay()) {
    sl_reply_error();
  }
  exit;
}

route[IN_DIALOG] {
  if (!loose_route()) {
    # The end of a call that was refused: the transaction knows where it belongs.
    if (is_method("ACK")) {
      if (t_check_trans()) {
        t_relay();
      }
      exit;
    }
    sl_send_reply("404", "Not Found");
    exit;
  }
  # Only what belongs to a call that was let through: else everybody could send anything anywhere.
  if (!is_known_dlg()) {
    if (!is_method("ACK")) {
      sl_send_reply("481", "Call Does Not Exist");
    }
    exit;
  }
  if (is_method("INVITE|UPDATE") && has_body("application/sdp")) {
    if (search_body("a=(sendonly|inactive)|c=IN IP4 0\.0\.0\.0")) {
      setflag(1);
    }
    t_on_reply("MEDIA_CHANGED");
  }
  if (!t_relay()) {
    sl_reply_error();
  }
  exit;
}

onreply_route[CALL_ANSWERED] {
  if ($rs == 180 || $rs == 183) {
    $dlg_var(status) = "ringing";
    $var(status) = "ringing";
    route(TELL_CALL);
  }
}

onreply_route[MEDIA_CHANGED] {
  if ($rs < 200 || $rs > 299) {
    return;
  }
  if (isflagset(1) || search_body("a=(sendonly|inactive)")) {
    $dlg_var(status) = "on_hold";
  } else {
    $dlg_var(status) = "in_call";
  }
  $var(status) = $dlg_var(status);
  route(TELL_CALL);
}

event_route[dialog:start] {
  $dlg_var(status) = "in_call";
  $var(status) = "in_call";
  route(TELL_CALL);
}

event_route[dialog:end] {
  $var(status) = "idle";
  route(TELL_CALL);
}

event_route[dialog:failed] {
  $var(status) = "idle";
  route(TELL_CALL);
}

route[TELL_CALL] {
  evapi_relay("{\"event\":\"call\",\"id\":\"$dlg(h_entry):$dlg(h_id)\",\"caller\":\"$dlg_var(caller)\",\"callee\":\"$dlg_var(callee)\",\"status\":\"$var(status)\"}");
}
`
