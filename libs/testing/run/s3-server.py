"""Runs OpenStack Swift with its S3 API in one process: swift.py <folder> <port>. User `leads:leads`, password `secret`."""

import os
import sys

import eventlet
import eventlet.wsgi

eventlet.monkey_patch()

from swift.common import utils

folder, port = sys.argv[1], int(sys.argv[2])
utils.SWIFT_CONF_FILE = os.path.join(folder, 'swift.conf')


def write(name, text):
    with open(os.path.join(folder, name), 'w') as file:
        file.write(text)
    return file.name


write('swift.conf', '[swift-hash]\nswift_hash_path_suffix = spec\n[storage-policy:0]\nname = default\ndefault = yes\n')
utils.set_swift_dir(folder)

from swift.common.ring import RingBuilder
from swift.common.wsgi import SwiftHttpProtocol, loadapp

os.makedirs(os.path.join(folder, 'devices', 'disk'), exist_ok=True)
defaults = f'[DEFAULT]\nswift_dir = {folder}\ndevices = {folder}/devices\nmount_check = false\ndisable_fallocate = true\n'


def serve(listener, configuration):
    app = loadapp(configuration)
    logger = utils.NullLogger()
    eventlet.spawn(
        eventlet.wsgi.server, listener, app, logger, protocol=SwiftHttpProtocol, log_output=False, keepalive=True
    )


for kind in ('account', 'container', 'object'):
    listener = eventlet.listen(('127.0.0.1', 0))
    ring = RingBuilder(2, 1, 1)
    device = {'id': 0, 'region': 1, 'zone': 1, 'weight': 1, 'ip': '127.0.0.1', 'device': 'disk'}
    ring.add_dev(device | {'port': listener.getsockname()[1]})
    ring.rebalance()
    ring.get_ring().save(os.path.join(folder, f'{kind}.ring.gz'))
    server = f'[pipeline:main]\npipeline = {kind}\n[app:{kind}]\nuse = egg:swift#{kind}\n'
    serve(listener, write(f'{kind}.conf', defaults + server))

filters = ['catch_errors', 'memcache', 's3api', 'tempauth', 'bulk', 'slo', 'dlo']
more = {
    'memcache': 'memcache_servers = 127.0.0.1:1\n',
    's3api': 'location = us-east-1\n',
    'tempauth': 'user_leads_leads = secret .admin\n',
}
proxy = f'[pipeline:main]\npipeline = {" ".join(filters)} proxy-server\n'
proxy += '[app:proxy-server]\nuse = egg:swift#proxy\naccount_autocreate = true\n'
proxy += ''.join(f'[filter:{name}]\nuse = egg:swift#{name}\n{more.get(name, "")}' for name in filters)
serve(eventlet.listen(('127.0.0.1', port)), write('proxy.conf', defaults + proxy))
eventlet.Event().wait()
