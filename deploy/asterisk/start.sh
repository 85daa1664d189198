#!/bin/sh
# Writes the configuration by the settings in the environment and the options given here, then becomes Asterisk.
set -eu
# The output names the password.
node /opt/switchboard/bin/switchboard.js asterisk --write /etc/switchboard-asterisk "$@" > /dev/null
exec asterisk -f -C /etc/switchboard-asterisk/asterisk.conf
