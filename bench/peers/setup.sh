#!/bin/sh
# Sets up in build/peers what the benchmarks compare with: `sh bench/peers/setup.sh`, or with the names of a few.
# None of it is a dependency of the package. Each peer is tried by itself; what fails is skipped by the benchmarks,
# which name it and the reason. text-dedup brings 1 GB of dependencies with it.
set -u

here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)/build/peers
mkdir -p "$root/status" "$root/bin" "$root/log"

# Both use the instructions of this processor, as WebAssembly engines do.
export RUSTFLAGS='-C target-cpu=native'
export CXXFLAGS='-O3 -march=native -std=c++17'

rust() { # BINARY
  cp -R "$here/rust" "$root/" &&
    cargo build --quiet --release --manifest-path "$root/rust/Cargo.toml" --bin "$1" &&
    cp "$root/rust/target/release/$1" "$root/bin/$1"
}

go_program() { # BINARY MODULE@COMMIT
  mkdir -p "$root/go/$1" && cp "$here/go/$1.go" "$root/go/$1/main.go" && cd "$root/go/$1" || return 1
  [ -f go.mod ] || go mod init "peers/$1" || return 1
  go get "$2" && go build -o "$root/bin/$1" .
}

python_packages() { # FOLDER PACKAGE...
  folder=$root/$1
  shift
  [ -x "$folder/bin/pip" ] || python3 -m venv "$folder" || return 1
  "$folder/bin/pip" install --quiet --disable-pip-version-check "$@"
}

# The Python package carries the C++ library, and no longer compiles itself.
seomoz() {
  source=$root/seomoz/simhash-py-0.4.0
  python_packages python setuptools==84.2.1 &&
    "$root/python/bin/pip" download --quiet --disable-pip-version-check --no-deps --no-binary :all: \
      --dest "$root/seomoz" simhash-py==0.4.0 &&
    tar -xzf "$source.tar.gz" -C "$root/seomoz" &&
    g++ $CXXFLAGS -I "$source/simhash/simhash-cpp/include" "$here/cpp/seomoz.cpp" \
      "$source"/simhash/simhash-cpp/src/*.cpp -o "$root/bin/seomoz"
}

install() {
  case $1 in
    mih-rs | all-pairs-hamming | simhash-rs) rust "$1" ;;
    mfonda) go_program "$1" github.com/mfonda/simhash@v0.0.0-20151007195837-79f94a1100d6 ;;
    seomoz) seomoz ;;
    simhash-npm) npm install --silent --no-save --prefix "$root/npm" simhash@0.1.0 ;;
    faiss) python_packages python numpy==2.4.6 faiss-cpu==1.15.1 ;;
    simhash-python) python_packages python numpy==2.4.6 simhash==2.1.2 ;;
    datasketch) python_packages python numpy==2.4.6 datasketch==2.0.0 ;;
    rensa) python_packages python rensa==0.5.0 ;;
    text-dedup) python_packages text-dedup text-dedup==0.4.0 ;;
    *) echo "There is no peer $1." && return 1 ;;
  esac
}

all='mih-rs all-pairs-hamming simhash-rs mfonda seomoz simhash-npm faiss simhash-python datasketch rensa text-dedup'
for peer in ${*:-$all}; do
  log=$root/log/$peer
  if (install "$peer") >"$log" 2>&1; then
    echo ready >"$root/status/$peer"
  else
    # What tools say last is what went wrong; a tool that is missing says so too.
    grep -v '^[[:space:]]*$' "$log" | tail -n 2 | tr -s '[:space:]' ' ' >"$root/status/$peer"
  fi
  echo "$peer: $(cat "$root/status/$peer")"
done
