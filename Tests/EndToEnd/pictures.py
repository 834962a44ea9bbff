"""Small pictures with what cameras put beside them, byte by byte."""

import struct
import zlib

PLACE = b"59.3293N 18.0686E"


def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def png(grey=0, place=PLACE):
    beside = chunk(b"tEXt", b"Comment\0" + place) + chunk(b"eXIf", tiff(place)) if place else b""
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", 1, 1, 8, 0, 0, 0, 0)) + beside
            + chunk(b"IDAT", zlib.compress(bytes([0, grey]))) + chunk(b"IEND", b"") + place)


def tiff(place):
    """An orientation, and a GPS part that holds a place."""
    return (b"II*\0" + struct.pack("<IH", 8, 2) + struct.pack("<HHIHH", 0x0112, 3, 1, 6, 0)
            + struct.pack("<HHII", 0x8825, 4, 1, 38) + struct.pack("<I", 0) + place)


def segment(marker, data):
    return struct.pack(">BBH", 0xFF, marker, len(data) + 2) + data


def jpeg(grey=0, place=PLACE):
    """A photo as a phone takes it; its scan holds `grey`."""
    beside = segment(0xE1, b"Exif\0\0" + tiff(place)) + segment(0xE1, b"http://ns.adobe.com/xap/1.0/\0" + place)
    frame = segment(0xC0, bytes([8, 0, 1, 0, 1, 1, 1, 0x11, 0]))
    tables = segment(0xDB, bytes([0] + [1] * 64)) + segment(0xC4, bytes(17))
    scan = segment(0xDA, bytes([1, 1, 0, 0, 63, 0])) + bytes([0x12, 0x34, grey & 0x7F])
    return b"\xff\xd8" + beside + tables + frame + scan + segment(0xFE, place) + b"\xff\xd9" + place
