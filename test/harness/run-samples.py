"""Runs the programs of a list, and writes the outcome of each."""
import contextlib
import io
import json
import sys

with open(sys.argv[1]) as source:
    codes = json.load(source)
outcomes = []
for code in codes:
    names = {}
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            exec(code, names)
        outcomes.append({'status': names['response'].status_code, 'body': names['response'].text[:20000]})
    except Exception as error:
        response = names.get('response')
        status = -1 if response is None else response.status_code
        outcomes.append({'status': status, 'body': repr(error)})
print(json.dumps(outcomes))
