# Made by npm run generate from package.json.
__version__ = "0.1.0"
